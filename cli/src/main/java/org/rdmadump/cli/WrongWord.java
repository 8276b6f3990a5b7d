package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;

/** Says of a value that is none of an option's words which one may have been meant. */
final class WrongWord {
  /** Verbs that print what they read in several formats. */
  private static final List<Verb> READING = List.of(Verb.CHECK, Verb.DUMP, Verb.STATS);

  /** Formats of tshark that records have, and what prints the same. */
  private static final Map<String, String> OF_TSHARK =
      Map.of(
          "pdml", "-T json --frames has the layers of each packet and their fields",
          "psml", "-T text has a line for each record",
          "ek", "-T ndjson has an object in each line",
          "jsonraw", "-T json has the fields; --frames -x prints the bytes of each packet",
          "tabs", "-T fields has columns with tabs between, each by -e FIELD",
          "ps", "-T text has a line for each record");

  private WrongWord() {}

  /** {@return what to tell of a value that is none of those that an option has with a verb} */
  static CommandFailure of(CommandOption option, String value, Verb verb) {
    List<String> words = OptionValues.of(option, verb).words();
    return CommandFailure.usage(
        option.display()
            + " "
            + value
            + ": not one of "
            + String.join(", ", words)
            + hint(option, value, verb, words));
  }

  private static String hint(CommandOption option, String value, Verb verb, List<String> words) {
    boolean isFormat = option == CommandOption.FORMAT;
    if (isFormat && words.contains("fields") && OF_TSHARK.containsKey(value)) {
      return "; " + OF_TSHARK.get(value);
    }
    Optional<String> nearest = Nearest.to(value.toLowerCase(Locale.ROOT), words);
    if (nearest.isPresent()) {
      return " (did you mean " + nearest.get() + "?)";
    }
    return isFormat ? ofOther(value, verb, words) : "";
  }

  /** Which other verb has the format. */
  private static String ofOther(String value, Verb verb, List<String> words) {
    for (Verb other : READING.contains(verb) ? READING : List.<Verb>of()) {
      List<String> others = new ArrayList<>(OptionValues.of(CommandOption.FORMAT, other).words());
      others.removeAll(words);
      Optional<String> nearest = Nearest.to(value, others);
      if (nearest.isPresent()) {
        return " (" + nearest.get() + " is for rdmadump " + other.word() + ")";
      }
    }
    return "";
  }
}
