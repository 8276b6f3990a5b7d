package org.rdmadump.capture;

/** Eight hexadecimal digits for messages. */
final class Hex {
  private Hex() {}

  static String of(int value) {
    String digits = Integer.toHexString(value);
    return "0".repeat(2 * Integer.BYTES - digits.length()) + digits;
  }
}
