package org.rdmadump.cli;

import java.io.IOException;

/** An input that could not be opened; the message is for the user and names it. */
final class UnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableException(String message, IOException cause) {
    super(message, cause);
  }
}
