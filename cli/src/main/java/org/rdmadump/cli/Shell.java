package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shells that can be told how to complete the command line. */
enum Shell {
  BASH("bash"),
  ZSH("zsh"),
  FISH("fish");

  private final String word;

  Shell(String word) {
    this.word = word;
  }

  /** {@return what it is called} */
  String word() {
    return word;
  }

  /** {@return the shell of that name} */
  static Optional<Shell> of(String word) {
    for (Shell shell : values()) {
      if (shell.word.equals(word)) {
        return Optional.of(shell);
      }
    }
    return Optional.empty();
  }

  /** {@return all names} */
  static String names(String separator) {
    List<String> names = new ArrayList<>();
    for (Shell shell : values()) {
      names.add(shell.word);
    }
    return String.join(separator, names);
  }

  /** {@return what the shell reads to complete our command line} */
  String script() {
    return switch (this) {
      case BASH -> BashCompletion.script();
      case ZSH -> ZshCompletion.script();
      case FISH -> FishCompletion.script();
    };
  }
}
