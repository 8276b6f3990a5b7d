package org.rdmadump.cli;

/** What an option is to a verb: several verbs have the same letters for things of their own. */
final class OptionTexts {
  private OptionTexts() {}

  /** {@return what it does with {@code verb}, in a few words} */
  static String description(CommandOption option, Verb verb) {
    String own =
        switch (verb) {
          case EXPORT -> ofExport(option);
          case EXTRACT -> ofExtract(option);
          case CHECK -> ofCheck(option);
          case STATS -> ofStats(option);
          case DEVICES, CONFORMANCE -> ofDevices(option);
          case LIVE ->
              option == CommandOption.COUNT ? "stop after N records, which are no packets" : "";
          case EXERCISE -> ofExercise(option);
          case PING -> ofPing(option);
          case FIELDS -> option == CommandOption.JSON ? "a JSON object per line" : "";
          default -> "";
        };
    return own.isEmpty() ? option.description() : own;
  }

  private static String ofExercise(CommandOption option) {
    return switch (option) {
      case DEVICE -> "client: capture DEV, not what leads to HOST";
      case WRITE -> "client: keep the capture, as pcapng";
      case FORCE -> "write over FILE if it exists";
      case FORMAT -> "text, json (one array) or ndjson (a line each)";
      case PORT -> "port of the server, 7471 unless said";
      case ROUNDS -> "client: N rounds, 1 unless said; server: N clients";
      case TIMEOUT -> "how long to wait for the other side, 30 unless said";
      default -> "";
    };
  }

  private static String ofPing(CommandOption option) {
    return switch (option) {
      case FORMAT -> "text, json (one array) or ndjson (a line each)";
      case PORT -> "port of the server, 20049 unless said";
      case ROUNDS -> "stop after N calls; until Ctrl-C unless said";
      case INTERVAL -> "from one call to the next, 1 unless said";
      case TIMEOUT -> "how long to wait for an answer, 5 unless said";
      default -> "";
    };
  }

  private static String ofCheck(CommandOption option) {
    return switch (option) {
      case FORMAT -> "text, json, ndjson, sarif or junit";
      case FILTER -> "only findings that EXPR chooses, by field";
      default -> "";
    };
  }

  private static String ofDevices(CommandOption option) {
    return switch (option) {
      case FORMAT -> "text, json (one array) or ndjson (a line each)";
      default -> "";
    };
  }

  private static String ofStats(CommandOption option) {
    return switch (option) {
      case COUNT -> "stop after N calls with their replies";
      case FORMAT -> "text, csv, json (an array) or ndjson";
      case FILTER -> "only calls with their replies that EXPR chooses";
      default -> "";
    };
  }

  private static String ofExport(CommandOption option) {
    return switch (option) {
      case OUTPUT -> "the capture to write; - is standard output";
      case FORCE -> "write over OUT if it exists, but never over an input";
      case COUNT -> "stop after N messages were written";
      case LINE -> "flush after every message";
      default -> "";
    };
  }

  private static String ofExtract(CommandOption option) {
    return switch (option) {
      case OUTPUT -> "the folder to write to; made if it is not there";
      case FORCE -> "write to a folder that is not empty, never over an input";
      case COUNT -> "stop after N calls with their replies";
      case QUIET -> "only the counts, not a line per file";
      case FILTER -> "only what calls moved that EXPR chooses";
      case FORMAT -> "list files as text, json (an array) or ndjson (a line each)";
      default -> "";
    };
  }

  /** {@return what its argument is called, empty if it has none} */
  static String argument(CommandOption option, Verb verb) {
    return option == CommandOption.OUTPUT && verb == Verb.EXTRACT ? "DIR" : option.argument();
  }

  /** {@return all its spellings and its argument, such as {@code -h, --help} or {@code -c N}} */
  static String synopsis(CommandOption option, Verb verb) {
    String argument = argument(option, verb);
    return argument.isEmpty() ? option.spellings() : option.spellings() + " " + argument;
  }
}
