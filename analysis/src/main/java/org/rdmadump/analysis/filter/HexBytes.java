package org.rdmadump.analysis.filter;

import java.util.HexFormat;
import java.util.Optional;

/** Reads bytes in hexadecimal: {@code 0x00ff}, {@code 00:ff}, {@code 00-ff}, {@code 00ff}. */
final class HexBytes {
  /** Optional prefix of hexadecimal bytes. */
  static final String PREFIX = "0x";

  private static final String BETWEEN = "[:.-]";

  private HexBytes() {}

  /**
   * {@return the bytes of a text; empty if it is invalid} A single digit between separators is one
   * byte.
   */
  static Optional<byte[]> of(String text) {
    StringBuilder digits = new StringBuilder();
    String[] parts =
        text.startsWith(PREFIX)
            ? new String[] {text.substring(PREFIX.length())}
            : text.split(BETWEEN, -1);
    for (String part : parts) {
      if (part.isEmpty()) {
        return Optional.empty();
      }
      digits.append(part.length() == 1 ? "0" : "").append(part);
    }
    try {
      return Optional.of(HexFormat.of().parseHex(digits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
