package org.rdmadump.finding;

/** Numbers in hexadecimal, as findings and texts word them. */
public final class Hex {
  private static final String PREFIX = "0x";

  private Hex() {}

  /** {@return 32 bits as eight digits: {@code 0x0f85c64e}} */
  public static String of(int value) {
    return padded(Integer.toHexString(value), 2 * Integer.BYTES);
  }

  /** {@return 64 bits as 16 digits} */
  public static String of(long value) {
    return padded(Long.toHexString(value), 2 * Long.BYTES);
  }

  private static String padded(String digits, int length) {
    return PREFIX + "0".repeat(length - digits.length()) + digits;
  }
}
