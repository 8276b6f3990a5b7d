package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;

/** Says of a value that is none of an option's words which one may have been meant. */
final class WrongWord {
  /** Verbs that print what they read in several formats. */
  private static final List<Verb> READING = List.of(Verb.CHECK, Verb.DUMP, Verb.STATS);

  private WrongWord() {}

  /** {@return what to tell of a value that is none of some words} */
  static UsageException of(String option, String value, List<String> words) {
    return new UsageException(
        option
            + " "
            + value
            + ": not one of "
            + String.join(", ", words)
            + meant(Nearest.to(value, words)));
  }

  /** {@return likewise of a format, which another verb may have} */
  static UsageException ofFormat(String value, Verb verb) {
    List<String> words = OptionValues.of(CommandOption.FORMAT, verb).words();
    UsageException plain = of("-T", value, words);
    if (Nearest.to(value, words).isPresent() || !READING.contains(verb)) {
      return plain;
    }
    for (Verb other : READING) {
      List<String> others = new ArrayList<>(OptionValues.of(CommandOption.FORMAT, other).words());
      others.removeAll(words);
      Optional<String> nearest = Nearest.to(value, others);
      if (nearest.isPresent()) {
        return new UsageException(
            plain.text() + " (" + nearest.get() + " is of rdmadump " + other.word() + ")");
      }
    }
    return plain;
  }

  private static String meant(Optional<String> nearest) {
    return nearest.isPresent() ? " (did you mean " + nearest.get() + "?)" : "";
  }
}
