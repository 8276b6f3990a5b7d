package org.rdmadump.capture;

import java.io.IOException;

/** An input that is not a capture, or has an unsupported format. */
public final class NotACaptureException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String input;
  private final boolean otherFormat;
  private final boolean tooShort;

  NotACaptureException(String input, String message) {
    this(input, message, /* otherFormat= */ false);
  }

  /** Of an input that ends within what it is known by, after {@code had} bytes. */
  NotACaptureException(String input, int had) {
    super(had == 0 ? "empty, not a capture" : "only " + had + " bytes, not a capture");
    this.input = input;
    this.otherFormat = false;
    this.tooShort = true;
  }

  NotACaptureException(String input, String message, boolean otherFormat) {
    super(message);
    this.input = input;
    this.otherFormat = otherFormat;
    this.tooShort = false;
  }

  NotACaptureException(String input, String message, Throwable cause) {
    super(message, cause);
    this.input = input;
    this.otherFormat = false;
    this.tooShort = cause instanceof NotACaptureException e && e.tooShort;
  }

  /** {@return whether it may hold a capture, for which the message names a program} */
  public boolean isOtherFormat() {
    return otherFormat;
  }

  /** {@return whether it has too few bytes to say what it is, so that it may become a capture} */
  boolean isTooShort() {
    return tooShort;
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
