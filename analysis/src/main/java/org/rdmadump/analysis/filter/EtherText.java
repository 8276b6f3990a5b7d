package org.rdmadump.analysis.filter;

import java.util.HexFormat;

/** Ethernet addresses, or parts of them, as text: two digits for each byte, separated by colons. */
final class EtherText {
  /** Length of an address in bytes. */
  static final int LENGTH = 6;

  /** Characters for each byte: two digits and a colon. */
  private static final int DIGITS = 3;

  private static final HexFormat TEXT = HexFormat.ofDelimiter(":");

  private EtherText() {}

  /** {@return the number of bytes in a text} */
  static int bytes(String text) {
    return (text.length() + 1) / DIGITS;
  }

  /** {@return the text of bytes {@code from} to {@code to}, exclusive} */
  static String part(String text, int from, int to) {
    return text.substring(from * DIGITS, to * DIGITS - 1);
  }

  /** {@return bytes as text} */
  static String of(byte[] bytes) {
    return TEXT.formatHex(bytes);
  }
}
