package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shells that can be told how to complete the command line. */
enum Shell {
  BASH,
  ZSH,
  FISH;

  private static final List<String> NAMES = List.of("bash", "zsh", "fish");

  /** {@return what it is called} */
  String word() {
    return NAMES.get(ordinal());
  }

  /** {@return the shell of that name} */
  static Optional<Shell> of(String word) {
    int index = NAMES.indexOf(word);
    return index < 0 ? Optional.empty() : Optional.of(values()[index]);
  }

  /** {@return all names} */
  static String names(String separator) {
    return String.join(separator, new ArrayList<>(NAMES));
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
