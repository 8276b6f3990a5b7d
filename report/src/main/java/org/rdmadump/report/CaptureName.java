package org.rdmadump.report;

import java.nio.file.Path;

/** The name of a capture, without the folders that it is in. */
public final class CaptureName {
  private CaptureName() {}

  /** {@return the name of a file without its folders; of {@code -}, what that is in words} */
  public static String of(String file) {
    if (file.equals("-")) {
      return "standard input";
    }
    Path last = Path.of(file).getFileName();
    return last == null ? file : last.toString();
  }
}
