package org.rdmadump.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a command line cannot be carried out, and the status to end with. */
final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  /** Unmodifiable, of strings. */
  @SuppressWarnings("serial")
  private final List<String> below;

  private CommandFailure(int status, String text, List<String> below, @Nullable Throwable cause) {
    super(text, cause);
    this.status = status;
    this.below = List.copyOf(below);
  }

  /** {@return that the command line is wrong} */
  static CommandFailure usage(String text) {
    return usage(text, List.of());
  }

  /**
   * {@return the same}
   *
   * @param below lines that show the place of the mistake, printable as they are
   */
  static CommandFailure usage(String text, List<String> below) {
    return new CommandFailure(ExitStatus.USAGE, text, below, null);
  }

  /** {@return that an input cannot be opened, which {@code text} names} */
  static CommandFailure unreadable(String text, IOException cause) {
    return new CommandFailure(ExitStatus.UNREADABLE, text, List.of(), cause);
  }

  /** {@return that an output cannot be written, which {@code text} names} */
  static CommandFailure unwritable(String text, IOException cause) {
    return new CommandFailure(ExitStatus.OUTPUT, text, List.of(), cause);
  }

  /** {@return the exit status} */
  int status() {
    return status;
  }

  /** {@return what to tell the user} */
  String text() {
    return String.valueOf(getMessage());
  }

  /** {@return lines to show below that} */
  List<String> below() {
    return below;
  }
}
