package org.rdmadump.capture;

import java.io.IOException;

/** An input that is not a capture, or has an unsupported format. */
public final class NotACaptureException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String input;
  private final boolean otherFormat;

  NotACaptureException(String input, String message) {
    this(input, message, /* otherFormat= */ false);
  }

  NotACaptureException(String input, String message, boolean otherFormat) {
    super(message);
    this.input = input;
    this.otherFormat = otherFormat;
  }

  NotACaptureException(String input, String message, Throwable cause) {
    super(message, cause);
    this.input = input;
    this.otherFormat = false;
  }

  /** {@return whether it may hold a capture, for which the message names a program} */
  public boolean isOtherFormat() {
    return otherFormat;
  }

  /** {@return the message behind the name of the input, as a stack trace shows it} */
  @Override
  public String getLocalizedMessage() {
    return input + ": " + getMessage();
  }

  /** {@return name of the input, which is not part of the message} */
  public String input() {
    return input;
  }
}
