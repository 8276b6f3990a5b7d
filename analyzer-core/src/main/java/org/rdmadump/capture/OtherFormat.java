package org.rdmadump.capture;

import java.util.Locale;
import java.util.Optional;

/**
 * Formats that are not read, by their first bytes, and the program that makes a capture of them.
 */
enum OtherFormat {
  XZ("fd377a58", "compressed with xz", "xz -dc %s | rdmadump -"),
  BZIP2("425a68", "compressed with bzip2", "bzip2 -dc %s | rdmadump -"),
  LZ4("04224d18", "compressed with lz4", "lz4 -dc %s | rdmadump -"),
  LZIP("4c5a4950", "compressed with lzip", "lzip -dc %s | rdmadump -"),
  COMPRESS("1f9d", "compressed with compress", "gzip -dc %s | rdmadump -"),
  SNOOP("736e6f6f70", "a capture of snoop", "editcap -F pcapng %s capture.pcapng");

  private static final int DIGITS_OF_INT = 8;

  /** The first four bytes in hexadecimal, or as many as there are. */
  private final String start;

  private final String what;
  private final String command;

  OtherFormat(String start, String what, String command) {
    this.start = start.substring(0, Math.min(DIGITS_OF_INT, start.length()));
    this.what = what;
    this.command = command;
  }

  /**
   * {@return what an input is that starts with these four bytes, and what reads it; empty if that
   * is not known}
   *
   * @param magic in network order
   * @param name of the input
   */
  static Optional<String> of(int magic, String name) {
    String digits = String.format(Locale.US, "%08x", magic);
    for (OtherFormat format : values()) {
      if (digits.startsWith(format.start)) {
        String file = name.matches("[A-Za-z0-9_./+:@%][A-Za-z0-9_./+:@%-]*") ? name : "FILE";
        return Optional.of(
            format.what
                + ", which rdmadump does not read; try "
                + format.command.replace("%s", file));
      }
    }
    return Optional.empty();
  }
}
