package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;

/** A command line as a person types it. */
final class CommandLineText {
  /** Nothing in it means something to a shell. */
  private static final String PLAIN = "[A-Za-z0-9_./:,=+@%-]+";

  private CommandLineText() {}

  /** {@return the words with spaces between them, in quotation marks where a shell needs them} */
  static String of(List<String> words) {
    List<String> typed = new ArrayList<>(words.size());
    for (String word : words) {
      typed.add(word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return String.join(" ", typed);
  }
}
