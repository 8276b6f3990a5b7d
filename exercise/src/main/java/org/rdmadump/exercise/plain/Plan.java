package org.rdmadump.exercise.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/** The steps of a connection: which sizes are moved, by whom, in how many pieces. */
final class Plan {
  /** The longest Send. */
  static final int LONGEST_SEND = (1 << 16) + 1;

  /** Pieces that an operation is made of at most. */
  static final int MOST_SLICES = 4;

  private static final int LONGEST = 300_001;

  /** Where an Ethernet frame of 1500 bytes ends for iWARP, depending on TCP's options. */
  private static final List<Integer> FPDU = List.of(1408, 1416, 1424, 1428, 1432, 1440, 1448, 1460);

  /** Sizes that are odd to whatever device: words, headers. */
  private static final List<Integer> SMALL = List.of(1, 2, 3, 4, 5, 63, 64, 65);

  private final List<Step> steps = new ArrayList<>();
  private int offset = Step.GUARD;

  /**
   * A plan.
   *
   * @param pathMtu payload of a full packet
   * @param iwarp whether TCP cuts the packets
   * @param slices pieces that an operation may have, at both sides
   */
  Plan(int pathMtu, boolean iwarp, int slices) {
    SortedSet<Integer> all = new TreeSet<>(SMALL);
    for (int unit : List.of(pathMtu, Memory.PAGE)) {
      for (int times = 1; times <= 3; times++) {
        all.addAll(List.of(times * unit - 1, times * unit, times * unit + 1));
      }
    }
    if (iwarp) {
      all.addAll(FPDU);
    }
    SortedSet<Integer> few =
        new TreeSet<>(List.of(1, 7, 2 * pathMtu + 1, Memory.PAGE, 3 * Memory.PAGE + 1));
    SortedSet<Integer> large = new TreeSet<>(all);
    large.addAll(List.of(LONGEST_SEND - 2, LONGEST_SEND - 1, LONGEST_SEND));
    SortedSet<Integer> sends = new TreeSet<>(large);
    sends.add(0);
    large.add(LONGEST);
    // With a device that takes one piece only, the steps are there and not offered.
    int most = Math.max(2, Math.min(slices, MOST_SLICES));
    for (Side side : Side.values()) {
      add(ExerciseCase.SEND, side, sends, 1);
      add(ExerciseCase.WRITE, side, large, 1);
      add(ExerciseCase.READ, side, large, 1);
      SortedSet<Integer> cut = few.tailSet(most);
      add(ExerciseCase.SEND_GATHERED, side, cut, most);
      add(ExerciseCase.WRITE_GATHERED, side, cut, most);
      add(ExerciseCase.READ_SCATTERED, side, cut, most);
      few.add(0);
      add(ExerciseCase.SEND_IMMEDIATE, side, few, 1);
      add(ExerciseCase.SEND_INVALIDATE, side, few, 1);
      few.remove(0);
      add(ExerciseCase.WRITE_IMMEDIATE, side, few, 1);
    }
  }

  private void add(ExerciseCase of, Side by, Iterable<Integer> sizes, int slices) {
    for (int size : sizes) {
      offset = Memory.insidePage(offset, size);
      steps.add(new Step(steps.size(), of, by, size, Math.max(1, Math.min(slices, size)), offset));
      // Sends are not at an address of the other side: they may share a place.
      if (of.isRead() || of.isWrite()) {
        offset += size + Step.GUARD + steps.size() % 8;
      }
    }
  }

  /** {@return the steps, in order} */
  List<Step> steps() {
    return steps;
  }

  /** {@return bytes of memory that each side needs for them} */
  int region() {
    return offset + LONGEST + Step.GUARD;
  }
}
