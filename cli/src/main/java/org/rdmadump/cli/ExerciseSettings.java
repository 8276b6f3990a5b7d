package org.rdmadump.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmadump.exercise.ExerciseOptions;
import org.rdmadump.exercise.journal.Pattern;

/**
 * How the verb {@code exercise} runs.
 *
 * @param host of the server; empty to be it
 * @param options what a client exercises; of a server its port and patience
 * @param clients that a server serves at most
 * @param live what is captured, and where to
 * @param filter of the capture, if the user named one; empty text for none
 * @param format of the table
 * @param colour of the table
 */
record ExerciseSettings(
    Optional<String> host,
    ExerciseOptions options,
    long clients,
    LiveSettings live,
    Optional<String> filter,
    OutputFormat format,
    When colour) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String SERVER = "server";
  private static final String CLIENT = "client";
  private static final int MOST_PORT = 65_535;
  private static final long MOST_ROUNDS = 10_000;
  private static final long MOST_SEED = 100_000_000_000_000_000L;

  /**
   * Reads them from a command line.
   *
   * @throws CommandFailure if a value is wrong, or an option is not for that side
   */
  static ExerciseSettings of(Arguments arguments) throws CommandFailure {
    List<String> words = arguments.words();
    String side = words.isEmpty() ? "" : words.get(0);
    if (!side.equals(SERVER) && !side.equals(CLIENT)) {
      throw CommandFailure.usage("exercise needs server or client HOST, try exercise --help");
    }
    boolean server = side.equals(SERVER);
    if (words.size() != (server ? 1 : 2) || words.contains("")) {
      throw CommandFailure.usage(
          server
              ? "exercise server takes no " + words.get(1) + ", try exercise --help"
              : "exercise client needs one HOST, try exercise --help");
    }
    if (server) {
      refuseOfClients(arguments);
    }
    LiveSettings live = LiveSettings.ofExercise(arguments);
    if (live.devices().size() > 1) {
      throw CommandFailure.usage("exercise captures one device, not " + live.devices().size());
    }
    if (live.output().isPresent() && live.output().get().isStandard()) {
      throw CommandFailure.usage("exercise reads its capture again: -w needs a file");
    }
    long count =
        arguments.number(
            CommandOption.ROUNDS, server ? Long.MAX_VALUE : 1, 1, server ? MOST_SEED : MOST_ROUNDS);
    return new ExerciseSettings(
        server ? Optional.empty() : Optional.of(words.get(1)),
        new ExerciseOptions(
            server ? "" : words.get(1),
            (int) arguments.number(CommandOption.PORT, ExerciseOptions.DEFAULT_PORT, 1, MOST_PORT),
            arguments.choice(CommandOption.PATTERN, Pattern.class).orElse(Pattern.RANDOM),
            arguments.number(CommandOption.SEED, 1, 0, MOST_SEED),
            server ? 1 : (int) count,
            arguments.seconds(CommandOption.TIMEOUT).orElse(PATIENCE)),
        count,
        live,
        arguments.value(CommandOption.CAPTURE_FILTER),
        arguments.format(),
        arguments.when(CommandOption.COLOR));
  }

  private static void refuseOfClients(Arguments arguments) throws CommandFailure {
    for (CommandOption option :
        List.of(
            CommandOption.DEVICE,
            CommandOption.CAPTURE_FILTER,
            CommandOption.WRITE,
            CommandOption.FORCE,
            CommandOption.PATTERN,
            CommandOption.SEED,
            CommandOption.JSON,
            CommandOption.FORMAT)) {
      if (arguments.has(option)) {
        throw CommandFailure.usage(option.display() + " is for exercise client");
      }
    }
  }
}
