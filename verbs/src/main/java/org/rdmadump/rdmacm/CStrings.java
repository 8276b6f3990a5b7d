package org.rdmadump.rdmacm;

import java.nio.charset.StandardCharsets;

/** Strings of C in arrays of bytes. */
final class CStrings {
  private CStrings() {}

  /** {@return the UTF-8 text before the first NUL, or in all of the bytes} */
  static String decode(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
