package org.rdmadump.cli;

import java.util.List;

/** A command line that cannot be carried out. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String text;

  /** Unmodifiable, of strings. */
  @SuppressWarnings("serial")
  private final List<String> below;

  UsageException(String text) {
    this(text, List.of());
  }

  /**
   * A command line that cannot be carried out.
   *
   * @param below lines that show the place of the mistake, printable as they are
   */
  UsageException(String text, List<String> below) {
    super(text);
    this.text = text;
    this.below = List.copyOf(below);
  }

  /** {@return what to tell the user} */
  String text() {
    return text;
  }

  /** {@return lines to show below that} */
  List<String> below() {
    return below;
  }
}
