package org.rdmadump.report.html;

import java.nio.file.Path;

/** The name of a capture, without the folders that it is in. */
final class CaptureName {
  private CaptureName() {}

  static String of(String file) {
    if (file.equals("-")) {
      return "standard input";
    }
    Path last = Path.of(file).getFileName();
    return last == null ? file : last.toString();
  }
}
