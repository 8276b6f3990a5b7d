package org.rdmadump.testing;

import java.io.ByteArrayOutputStream;

/** Literal bytes for tests, written as hex digits with free spacing. */
public final class Hex {
  private Hex() {}

  /** Reads hex digits; white space is free, and {@code #} starts a comment up to the line's end. */
  public static byte[] bytes(String text) {
    String digits = text.replaceAll("#[^\n]*", "").replaceAll("\\s", "");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < digits.length(); i += 2) {
      bytes.write(Integer.parseInt(digits, i, i + 2, 16));
    }
    return bytes.toByteArray();
  }
}
