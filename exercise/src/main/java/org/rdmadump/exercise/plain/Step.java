package org.rdmadump.exercise.plain;

import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/**
 * One transfer that is to be made.
 *
 * @param number from 0 on
 * @param of what is exercised
 * @param by who does it
 * @param length bytes to move
 * @param slices pieces of memory that they are taken from or put into, from 1 on
 * @param offset in the memory that each side registers, where its bytes are
 */
record Step(int number, ExerciseCase of, Side by, int length, int slices, int offset) {
  /** Room that is left before and behind each transfer, to see what else is written. */
  static final int GUARD = 64;

  /** {@return immediate data of the step, which no other has} */
  int immediate() {
    return 0x1a2b0000 + number;
  }

  /** {@return where in the pattern its bytes are} */
  long place() {
    return place(number);
  }

  /** {@return where in the pattern the bytes of a step are: no other step has any of them} */
  static long place(int number) {
    return (long) number << 20;
  }
}
