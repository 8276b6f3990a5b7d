package org.rdmadump.cli;

import java.io.PrintStream;
import org.rdmadump.analysis.VisibleText;

/**
 * Messages to the user on standard error, one line each.
 *
 * @param stream where they go
 * @param about what each begins with, behind the program's name
 */
record Messages(PrintStream stream, String about) {
  /** What every line begins with. */
  static final String NAME = "rdmadump: ";

  /** Messages about all of a run. */
  Messages(PrintStream stream) {
    this(stream, "");
  }

  /**
   * Prints a message behind the program's name; what is not visible in it becomes question marks.
   */
  void say(String message) {
    stream.println(NAME + about + VisibleText.orQuestionMarks(message));
    stream.flush();
  }

  /** Prints a question in the same way; the answer is typed behind it. */
  void ask(String question) {
    stream.print(NAME + VisibleText.orQuestionMarks(question));
    stream.flush();
  }
}
