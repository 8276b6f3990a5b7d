package org.rdmadump.analysis.filter;

/**
 * A range of bytes or characters of a value, as Wireshark has it: {@code [2:3]}, {@code [1-2]},
 * {@code [:4]}, {@code [-4:]}, {@code [3]}.
 *
 * @param start index of the first, from the end if it is negative: -1 is the last
 * @param isLength whether {@code end} is how many there are, else it is the index of the last
 * @param end the number behind the sign; {@link #OPEN} if all that follow are meant
 */
record Slice(int start, boolean isLength, int end) {
  /** Up to the end. */
  static final int OPEN = Integer.MAX_VALUE;

  /** {@return index of the first of a value so long; less than 0 if it has none} */
  long from(long length) {
    return start < 0 ? length + start : start;
  }

  /** {@return index behind the last of a value so long; more than its length if it ends before} */
  long to(long length) {
    if (end == OPEN) {
      return length;
    }
    if (isLength) {
      return from(length) + end;
    }
    return 1 + (end < 0 ? length + end : end);
  }

  /** {@return whether a value so long has all of it, which is one at least} */
  boolean isIn(long length) {
    return from(length) >= 0 && from(length) < to(length) && to(length) <= length;
  }
}
