package org.rdmadump.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;

/** Says of an option that a verb does not take what may have been meant. */
final class UnknownOption {
  /** As many verbs as are named. */
  private static final int FEW = 3;

  private UnknownOption() {}

  /** {@return the message for {@code spelling}, as it stands on the command line} */
  static String message(Verb verb, String spelling) {
    Optional<String> advice =
        verb.isLikeTcpdump() || spelling.startsWith("--") || spelling.startsWith("-o")
            ? ForeignOption.advice(spelling)
            : Optional.empty();
    if (advice.isPresent()) {
      return verb.word() + " takes no option " + spelling + "; " + advice.get();
    }
    Optional<String> one = firstUnknown(verb, spelling);
    if (one.isPresent()) {
      return message(verb, one.get());
    }
    String name = CommandOption.withoutDashes(spelling);
    for (CommandOption option : CommandOption.values()) {
      if (option.word().equals(name) || option.key().equals(name)) {
        return verb.word() + " takes no option " + spelling + ", " + advice(verb, option);
      }
    }
    List<String> words = new ArrayList<>();
    for (CommandOption option : CommandOption.of(verb)) {
      if (!option.word().isEmpty()) {
        words.add(option.word());
      }
    }
    // A letter or two behind one dash are letters, not a word.
    int letters = spelling.startsWith("--") ? 1 : 2;
    Optional<String> nearest =
        name.length() <= letters ? Optional.empty() : Nearest.to(name, words);
    return "unknown option "
        + spelling
        + (nearest.isPresent() ? " (did you mean --" + nearest.get() + "?), " : ", ")
        + verb.advice();
  }

  /** {@return the first of several letters that the verb lacks, if something is known of it} */
  private static Optional<String> firstUnknown(Verb verb, String spelling) {
    if (!verb.isLikeTcpdump() || spelling.startsWith("--")) {
      return Optional.empty();
    }
    int at = 1;
    while (at < spelling.length() && isFlag(verb, spelling.substring(at, at + 1))) {
      at++;
    }
    return at == 1 || at == spelling.length()
        ? Optional.empty()
        : Optional.of("-" + spelling.charAt(at))
            .filter(letter -> ForeignOption.advice(letter).isPresent());
  }

  private static boolean isFlag(Verb verb, String letter) {
    return CommandOption.of(verb).stream()
        .anyMatch(each -> each.key().equals(letter) && each.argument().isEmpty());
  }

  /** {@return how a file is named that looks like an option, if one of the words names one} */
  static String fileOf(String[] words) {
    for (String word : words) {
      // A Path throws if the word is no name for this system.
      if (word.startsWith("-") && new File(word).exists()) {
        return " (the file " + word + " is ./" + word + ")";
      }
    }
    return "";
  }

  /** The verbs that have the option, if they are few, or how to get help. */
  private static String advice(Verb verb, CommandOption option) {
    List<String> others = new ArrayList<>();
    for (Verb other : Verb.values()) {
      if (option.belongsTo(other)) {
        others.add(other.word());
      }
    }
    if (others.size() > FEW || others.contains(Verb.DUMP.word())) {
      return verb.advice();
    }
    String last = others.remove(others.size() - 1);
    return "rdmadump "
        + (others.isEmpty() ? last + " does" : String.join(", ", others) + " and " + last + " do");
  }
}
