package org.rdmadump.device;

/** Reads unsigned numbers of ASCII digits. */
final class Digits {
  private Digits() {}

  /**
   * {@return the number in {@code text}; -1 if it is invalid or above {@code most}}
   *
   * @param radix 10 or 16; the caller removes a prefix {@code 0x}
   * @param most 0 to 2<sup>58</sup>
   */
  static long value(String text, int radix, long most) {
    if (text.isEmpty()) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      // Character.digit also accepts digits of other scripts.
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
