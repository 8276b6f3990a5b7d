package org.rdmadump.device;

/** Sixteen bits as one to four hexadecimal digits, of which GUIDs and GIDs are written. */
final class HexGroup {
  /** How many bits it has. */
  static final int BITS = 16;

  private static final int MOST_DIGITS = 4;
  private static final int DIGIT_BITS = 4;
  private static final int RADIX = 16;
  private static final int MOST = (1 << BITS) - 1;
  private static final String DIGITS = "0123456789abcdef";

  private HexGroup() {}

  /** {@return its value, -1 if {@code text} is none} */
  static int value(String text) {
    return text.length() > MOST_DIGITS ? -1 : (int) Digits.value(text, RADIX, MOST);
  }

  /** Appends four groups with colons between them. */
  static void append(long bits, StringBuilder text) {
    for (int shift = Long.SIZE - DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
      text.append(DIGITS.charAt((int) (bits >>> shift) & (RADIX - 1)));
      if (shift > 0 && shift % BITS == 0) {
        text.append(':');
      }
    }
  }
}
