package org.rdmadump.cli;

/** A command line that cannot be carried out. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String text;

  UsageException(String text) {
    super(text);
    this.text = text;
  }

  /** {@return what to tell the user} */
  String text() {
    return text;
  }
}
