package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;

/** What a command line asks for. */
sealed interface Request {
  /** Print the help of a verb. */
  record Help(Verb verb) implements Request {}

  /** Print the version. */
  record Version() implements Request {}

  /** Print what has a shell complete the command line. */
  record Completion(Shell shell) implements Request {}

  /** Print the manual page. */
  record Manual() implements Request {}

  /** Decode captures and print what they hold. */
  record Dump(DumpSettings settings) implements Request {}

  /** Decode captures and write what they hold as packets. */
  record Export(ExportSettings settings) implements Request {}

  /** Decode captures and write the files that were moved. */
  record Extract(ExtractSettings settings) implements Request {}

  /** Decode captures and print what is wrong with them. */
  record Check(CheckSettings settings) implements Request {}

  /** Decode captures and print which cases of test suites pass. */
  record Conformance(ConformanceSettings settings) implements Request {}

  /** Print the field reference. */
  record Fields(Optional<String> pattern, boolean json) implements Request {}

  /** Print the devices of the machine. */
  record Devices(DevicesSettings settings) implements Request {}

  /** Capture devices and decode what they see. */
  record Live(LiveSettings settings) implements Request {}

  /** Drive an RDMA device. */
  record Exercise(ExerciseSettings settings) implements Request {}

  /** Call an RPC server. */
  record Ping(PingSettings settings) implements Request {}

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
    if (CommandOption.VERSION.belongsTo(arguments.verb()) && arguments.has(CommandOption.VERSION)) {
      return new Version();
    }
    arguments.refuseMistakenVerb();
    arguments.refuseWhatIsNotBuilt();
    Request request = read(arguments);
    if (arguments.verb().readsCaptures() && !arguments.has(CommandOption.LIST_RULES)) {
      // Only now: an option without its value takes the file for it, and says so.
      arguments.refuseNoFile();
    }
    return request;
  }

  private static Request read(Arguments arguments) throws UsageException {
    return switch (arguments.verb()) {
      case EXTRACT -> new Extract(ExtractSettings.of(arguments));
      case CHECK -> new Check(CheckSettings.of(arguments));
      case CONFORMANCE -> new Conformance(ConformanceSettings.of(arguments));
      case FIELDS -> fields(arguments);
      case STATS -> new Stats(StatsSettings.of(arguments));
      case EXPORT -> new Export(ExportSettings.of(arguments));
      case DEVICES -> new Devices(DevicesSettings.of(arguments));
      case LIVE -> new Live(LiveSettings.of(arguments));
      case EXERCISE -> new Exercise(ExerciseSettings.of(arguments));
      case PING -> new Ping(PingSettings.of(arguments));
      case COMPLETION -> new Completion(arguments.shell());
      case MAN -> manual(arguments);
      default -> new Dump(DumpSettings.of(arguments));
    };
  }

  private static Manual manual(Arguments arguments) throws UsageException {
    if (!arguments.words().isEmpty()) {
      throw new UsageException(
          "man prints one page, and takes no " + arguments.words().get(0) + ", try man --help");
    }
    return new Manual();
  }

  private static Fields fields(Arguments arguments) throws UsageException {
    List<String> words = arguments.words();
    if (words.size() > 1) {
      throw new UsageException("one pattern, not " + words.size() + ", try fields --help");
    }
    return new Fields(
        words.isEmpty() ? Optional.empty() : Optional.of(words.get(0)),
        arguments.has(CommandOption.JSON));
  }
}
