package org.rdmadump.capture;

import java.io.IOException;

/** An input that is not a capture, or not one of a format that is read. */
public final class NotACaptureException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String input;

  NotACaptureException(String input, String message) {
    super(message);
    this.input = input;
  }

  NotACaptureException(String input, String message, Throwable cause) {
    super(message, cause);
    this.input = input;
  }

  /** {@return name of the input, which is not part of the message} */
  public String input() {
    return input;
  }
}
