package org.rdmadump.analysis.filter;

/** Addresses of Ethernet, or parts of them, as text: two digits for each byte, colons between. */
final class EtherText {
  /** Bytes of a whole address. */
  static final int LENGTH = 6;

  /** Two digits and the colon behind them. */
  private static final int DIGITS = 3;

  private EtherText() {}

  /** {@return how many bytes a text has} */
  static int bytes(String text) {
    return (text.length() + 1) / DIGITS;
  }

  /** {@return the text of some bytes of another} */
  static String part(String text, int from, int to) {
    return text.substring(from * DIGITS, to * DIGITS - 1);
  }

  /** {@return bytes as text} */
  static String of(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      text.append(text.isEmpty() ? "" : ":");
      text.append(Character.forDigit(each >> 4 & 0xf, 16))
          .append(Character.forDigit(each & 0xf, 16));
    }
    return text.toString();
  }
}
