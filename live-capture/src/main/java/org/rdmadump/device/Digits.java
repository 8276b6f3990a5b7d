package org.rdmadump.device;

/** Numbers without a sign, in ASCII digits only. */
final class Digits {
  private Digits() {}

  /**
   * {@return the number that {@code text} is, -1 if it is none or above {@code most}}
   *
   * @param radix 10 or 16; {@code 0x} before the latter is the caller's to take off
   * @param most 0 to 2^58
   */
  static long value(String text, int radix, long most) {
    if (text.isEmpty()) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      // Digits of other scripts are digits to the library.
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
      if (value > most) {
        return -1;
      }
    }
    return value;
  }
}
