package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shells that can be told how to complete the command line. */
enum Shell {
  BASH,
  ZSH,
  FISH;

  /** {@return the shell of that name} */
  static Optional<Shell> of(String word) {
    for (Shell shell : values()) {
      if (shell.word().equals(word)) {
        return Optional.of(shell);
      }
    }
    return Optional.empty();
  }

  /** {@return all names} */
  static List<String> words() {
    List<String> words = new ArrayList<>();
    for (Shell shell : values()) {
      words.add(shell.word());
    }
    return words;
  }

  /** {@return all names, with something between them} */
  static String names(String separator) {
    return String.join(separator, words());
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
