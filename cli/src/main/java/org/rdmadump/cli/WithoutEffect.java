package org.rdmadump.cli;

import java.util.List;

/**
 * Options that would do nothing beside others, so that who gives them expects something else. They
 * are refused.
 */
final class WithoutEffect {
  /** What lines for people are written by. */
  private static final List<CommandOption> OF_LINES =
      List.of(
          CommandOption.TIME,
          CommandOption.UTC,
          CommandOption.TIME_ZONE,
          CommandOption.STRING_SIZE);

  private static final List<CommandOption> OF_DETAILS =
      List.of(CommandOption.VERBOSE, CommandOption.DETAILS, CommandOption.HEX);

  /** What captures are read by. */
  private static final List<CommandOption> OF_READING =
      List.of(
          CommandOption.FILTER,
          CommandOption.FILTER_TOO,
          CommandOption.CAPTURE_FILTER,
          CommandOption.START,
          CommandOption.END,
          CommandOption.QUIET);

  private WithoutEffect() {}

  /**
   * Refuses what does nothing where records are printed.
   *
   * @throws CommandFailure if there is such an option
   */
  static void refuseOfRecords(Arguments arguments, OutputFormat format) throws CommandFailure {
    if (arguments.has(CommandOption.QUIET)) {
      String why = "-q prints counts and no records";
      refuse(arguments, why, List.of(CommandOption.COLUMNS));
      refuse(arguments, why, OF_LINES);
    }
    if (arguments.has(CommandOption.COLUMNS)) {
      refuse(arguments, "--columns prints these fields only", OF_DETAILS);
    }
    if (format.hasColumns()) {
      refuse(arguments, "-T fields and csv print fields only", OF_DETAILS);
    }
    if (arguments.has(CommandOption.CONNECTIONS) && format == OutputFormat.TEXT) {
      String why = "--connections prints no messages";
      refuse(arguments, why, OF_DETAILS);
      refuse(arguments, why, OF_LINES);
    }
  }

  /**
   * Refuses what does nothing where frames of records are written.
   *
   * @throws CommandFailure if there is such an option
   */
  static void refuseOfWritten(Arguments arguments) throws CommandFailure {
    String why = "-w writes frames and prints no records";
    refuse(arguments, why, List.of(CommandOption.DETAILS, CommandOption.COLUMNS));
    refuse(arguments, why, OF_LINES);
    if (arguments.when(CommandOption.COLOR) == When.ALWAYS) {
      throw CommandFailure.usage(why + ", so leave out --color always");
    }
  }

  /**
   * Refuses what does nothing where none are.
   *
   * @throws CommandFailure if there is such an option
   */
  static void refuseOfWriting(Arguments arguments) throws CommandFailure {
    for (CommandOption option : List.of(CommandOption.WITH_SETUP, CommandOption.FORCE)) {
      if (arguments.has(option)) {
        throw CommandFailure.usage(option.display() + " needs -w FILE");
      }
    }
  }

  /**
   * Refuses what does nothing where rules are listed.
   *
   * @throws CommandFailure if there is such an option
   */
  static void refuseOfRules(Arguments arguments) throws CommandFailure {
    if (arguments.has(CommandOption.LIST_RULES)) {
      refuse(arguments, "--list-rules reads no capture", OF_READING);
    }
  }

  private static void refuse(Arguments arguments, String why, List<CommandOption> options)
      throws CommandFailure {
    for (CommandOption option : options) {
      if (arguments.has(option)) {
        throw CommandFailure.usage(why + ", so leave out " + option.display());
      }
    }
  }
}
