package org.rdmadump.analysis.against;

import org.rdmadump.bytes.Rope;

/**
 * A value of a message as rdmadump sees it.
 *
 * @param kind what it is
 * @param place structure and member, such as {@code READ4args.offset}; of elements the array's type
 *     alone
 * @param index of an element, from 0; of others -1
 * @param offset of its first byte in the RPC message; of variable bytes, behind their length
 * @param size bytes, padding not counted
 * @param text how a number is shown
 * @param number its value, of numbers
 * @param bytes its bytes, of what is no number
 */
record OurField(
    Kind kind,
    String place,
    long index,
    long offset,
    long size,
    String text,
    long number,
    Rope bytes) {
  /** What a value is. */
  enum Kind {
    NUMBER,
    BYTES,
    /** The word before an array or opaque. */
    COUNT
  }

  long end() {
    return offset + size;
  }
}
