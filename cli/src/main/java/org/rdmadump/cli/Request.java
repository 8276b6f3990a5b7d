package org.rdmadump.cli;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Understands command lines. */
final class Request {
  private Request() {}

  /**
   * {@return what a command line asks for}
   *
   * @throws CommandFailure if it has a mistake
   */
  static Command of(String[] words) throws CommandFailure {
    Arguments arguments = Arguments.read(words);
    Verb verb = arguments.verb();
    if (arguments.has(CommandOption.HELP)) {
      return printing(Help.of(verb));
    }
    if (CommandOption.VERSION.belongsTo(verb) && arguments.has(CommandOption.VERSION)) {
      return printing("rdmadump " + Release.version() + "\n");
    }
    arguments.refuseMistakenVerb();
    if (arguments.has(CommandOption.STATISTIC)) {
      return inPlaceOf(arguments);
    }
    Command command = read(arguments);
    if (verb.readsCaptures() && !arguments.has(CommandOption.LIST_RULES)) {
      // Only now: an option without its value takes the file for it, and says so.
      arguments.refuseNoFile();
    }
    return arguments.haveFilter() ? new Hinted(arguments.hints(), command) : command;
  }

  /** Runs what has the statistic that tshark has by {@code -z}, and says what that is. */
  private static Command inPlaceOf(Arguments arguments) throws CommandFailure {
    List<String> words = TsharkStatistic.commandLine(arguments);
    Command command = of(words.toArray(new String[0]));
    return environment -> {
      environment.say("-z is the same as: rdmadump " + CommandLineText.of(words));
      return command.run(environment);
    };
  }

  private static Command read(Arguments arguments) throws CommandFailure {
    return switch (arguments.verb()) {
      case SUMMARY -> Summary.of(arguments);
      case DUMP -> {
        Optional<String> written = arguments.value(CommandOption.WRITE);
        yield written.isPresent() ? Cut.of(arguments, written.get()) : Dump.of(arguments);
      }
      case REPORT -> Report.of(arguments);
      case STATS -> Stats.of(arguments);
      case CHECK -> Check.of(arguments);
      case CONFORMANCE -> ConformanceCommand.of(arguments);
      case COMPARE -> Compare.of(arguments);
      case EXTRACT -> Extract.of(arguments);
      case EXPORT ->
          arguments.has(CommandOption.TABLES) ? ExportTables.of(arguments) : Export.of(arguments);
      case EXTCAP -> Extcap.of(arguments, Request::of);
      case LIVE -> Live.of(arguments);
      case DEVICES -> Devices.of(arguments);
      case EXERCISE -> {
        ExerciseSettings settings = ExerciseSettings.of(arguments);
        yield environment -> new Exercise(settings, environment).run();
      }
      case HCA_SELFTEST -> HcaSelftest.of(arguments);
      case PING -> Ping.of(arguments);
      case FIELDS -> Fields.of(arguments);
      case COMPLETION -> printing(completion(arguments));
      case MAN -> {
        arguments.refuseWords("man prints one page, and takes no ");
        yield printing(ManualPage.of(Release.version(), Release.date()));
      }
    };
  }

  private static String completion(Arguments arguments) throws CommandFailure {
    List<String> words = arguments.words();
    String shells = Shell.names(", ");
    if (words.isEmpty()) {
      throw CommandFailure.usage(
          "no shell: say one of " + shells + ", " + arguments.verb().advice());
    }
    Optional<Shell> shell = Shell.of(words.get(0));
    if (shell.isEmpty()) {
      throw CommandFailure.usage(words.get(0) + ": not one of " + shells);
    }
    if (words.size() > 1) {
      throw CommandFailure.usage(
          "completion takes one shell, and no " + words.get(1) + ", " + arguments.verb().advice());
    }
    return switch (shell.get()) {
      case BASH -> BashCompletion.script();
      case ZSH -> ZshCompletion.script();
      case FISH -> FishCompletion.script();
    };
  }

  private static Command printing(String text) {
    return environment -> {
      environment.out().write(text.getBytes(StandardCharsets.US_ASCII));
      environment.out().flush();
      return ExitStatus.DONE;
    };
  }
}
