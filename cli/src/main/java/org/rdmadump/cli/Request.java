package org.rdmadump.cli;

/** What a command line asks for. */
sealed interface Request {
  /** Print the help of a verb. */
  record Help(Verb verb) implements Request {}

  /** Print the version. */
  record Version() implements Request {}

  /** Decode captures and print what they hold. */
  record Dump(DumpSettings settings) implements Request {}

  /** Decode captures and write what they hold as packets. */
  record Export(ExportSettings settings) implements Request {}

  /** Decode captures and write the files that were moved. */
  record Extract(ExtractSettings settings) implements Request {}

  /** Decode captures and print what can be counted in them. */
  record Stats(StatsSettings settings) implements Request {}

  /**
   * Understands a command line.
   *
   * @throws UsageException if it has a mistake, or asks for what is not in this version
   */
  static Request of(String[] words) throws UsageException {
    Arguments arguments = Arguments.read(words);
    if (arguments.has(CommandOption.HELP)) {
      return new Help(arguments.verb());
    }
    if (arguments.has(CommandOption.VERSION)) {
      return new Version();
    }
    arguments.refuseWhatIsNotBuilt();
    return switch (arguments.verb()) {
      case EXTRACT -> new Extract(ExtractSettings.of(arguments));
      case STATS -> new Stats(StatsSettings.of(arguments));
      case EXPORT -> new Export(ExportSettings.of(arguments));
      default -> new Dump(DumpSettings.of(arguments));
    };
  }
}
