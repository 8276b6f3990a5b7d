package org.rdmadump.cli;

/** A command line that cannot be carried out; the message is for the user. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
