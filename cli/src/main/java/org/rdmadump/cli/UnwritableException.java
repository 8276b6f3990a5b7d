package org.rdmadump.cli;

import java.io.IOException;

/** An output that cannot be written. */
final class UnwritableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String text;

  UnwritableException(String text, IOException cause) {
    super(text, cause);
    this.text = text;
  }

  /** {@return what to tell the user; it names the output} */
  String text() {
    return text;
  }
}
