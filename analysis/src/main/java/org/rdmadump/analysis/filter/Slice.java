package org.rdmadump.analysis.filter;

/**
 * A slice of a value's bytes or characters, in Wireshark's syntax: {@code [2:3]}, {@code [1-2]},
 * {@code [:4]}, {@code [-4:]}, {@code [3]}.
 *
 * @param start index of the first byte or character; negative indexes count from the end, -1 is the
 *     last
 * @param isLength whether {@code end} is a length; otherwise it is the index of the last byte or
 *     character
 * @param end the number after the sign; {@link #OPEN} if the slice reaches to the end
 */
record Slice(int start, boolean isLength, int end) {
  /** Up to the end. */
  static final int OPEN = Integer.MAX_VALUE;

  /**
   * {@return index of the slice's first byte in a value of this length; negative if the value is
   * too short}
   */
  long from(long length) {
    return start < 0 ? length + start : start;
  }

  /**
   * {@return index after the slice's last byte in a value of this length; more than the length if
   * the value is too short}
   */
  long to(long length) {
    if (end == OPEN) {
      return length;
    }
    if (isLength) {
      return from(length) + end;
    }
    return 1 + (end < 0 ? length + end : end);
  }

  /** {@return whether a value of this length holds the whole slice, and the slice is not empty} */
  boolean isIn(long length) {
    return from(length) >= 0 && from(length) < to(length) && to(length) <= length;
  }
}
