package org.rdmadump.analysis.filter;

import java.util.HexFormat;

/** Addresses of Ethernet, or parts of them, as text: two digits for each byte, colons between. */
final class EtherText {
  /** Bytes of a whole address. */
  static final int LENGTH = 6;

  /** Two digits and the colon behind them. */
  private static final int DIGITS = 3;

  private static final HexFormat TEXT = HexFormat.ofDelimiter(":");

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
    return TEXT.formatHex(bytes);
  }
}
