package org.rdmadump.cli;

import java.io.IOException;

/** An input that could not be opened. */
final class UnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String text;

  UnreadableException(String text, IOException cause) {
    super(text, cause);
    this.text = text;
  }

  /** {@return what to tell the user; it names the input} */
  String text() {
    return text;
  }
}
