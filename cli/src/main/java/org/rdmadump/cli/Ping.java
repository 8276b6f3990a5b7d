package org.rdmadump.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmadump.exercise.device.DeviceConnector;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.ping.PingOptions;
import org.rdmadump.exercise.ping.PingSummary;

/**
 * The verb {@code ping}: makes NULL calls and prints how long they took.
 *
 * @param options what is called
 * @param format of what is printed
 */
record Ping(PingOptions options, OutputFormat format) implements Command {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String NFS = "nfs";
  private static final int NFS_VERSION = 4;
  private static final int MOST_PORT = 65_535;
  private static final long MOST_CALLS = 1_000_000_000;
  private static final long MOST_NUMBER = 0xffff_ffffL;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Ping of(Arguments arguments) throws CommandFailure {
    List<String> words = arguments.words();
    if (words.size() != 1 || words.contains("")) {
      throw CommandFailure.usage(
          words.size() > 1
              ? "ping calls one host, not " + words.size() + ", try ping --help"
              : "ping needs a HOST, try ping --help");
    }
    int program = program(arguments);
    long version = program == PingOptions.NFS ? NFS_VERSION : 1;
    return new Ping(
        new PingOptions(
            words.get(0),
            (int) arguments.number(CommandOption.PORT, PingOptions.NFS_PORT, 1, MOST_PORT),
            program,
            (int) arguments.number(CommandOption.RPC_VERSION, version, 0, MOST_NUMBER),
            arguments.number(CommandOption.ROUNDS, Long.MAX_VALUE, 1, MOST_CALLS),
            arguments.seconds(CommandOption.INTERVAL).orElse(INTERVAL),
            arguments.seconds(CommandOption.TIMEOUT).orElse(PATIENCE)),
        arguments.format());
  }

  private static int program(Arguments arguments) throws CommandFailure {
    Optional<String> named = arguments.value(CommandOption.PROGRAM);
    if (named.isEmpty() || named.get().equals(NFS)) {
      return PingOptions.NFS;
    }
    long number = Arguments.decimal(named.get());
    if (number < 0 || number > MOST_NUMBER) {
      throw CommandFailure.usage(
          "--program " + named.get() + ": not nfs or a number from 0 to " + MOST_NUMBER);
    }
    return (int) number;
  }

  /** Calls until the count is reached, the connection ends, or the user has enough. */
  @Override
  public int run(Environment environment) throws IOException {
    try (DeviceConnector connector = DeviceConnector.open()) {
      return run(connector, environment);
    } catch (EndpointException e) {
      return EndpointFailures.say(e, environment.err());
    }
  }

  /** Calls over what connects. */
  int run(Connector connector, Environment environment) throws IOException {
    PingOutput output = output(environment);
    PingSummary summary;
    try {
      summary =
          new org.rdmadump.exercise.ping.Ping(options, new SecureRandom().nextInt(), output)
              .run(connector);
    } catch (EndpointException e) {
      output.endWithoutConnection();
      environment.out().flush();
      return EndpointFailures.say(e, environment.err());
    }
    environment.interruption().endReading();
    output.end(summary);
    environment.out().flush();
    if (!summary.failure().isEmpty()) {
      environment.say(summary.failure());
    }
    if (environment.interruption().requested()) {
      return ExitStatus.INTERRUPTED;
    }
    return summary.isGood() ? ExitStatus.DONE : ExitStatus.UNANSWERED;
  }

  private PingOutput output(Environment environment) throws IOException {
    return format == OutputFormat.TEXT
        ? new PingText(options, environment)
        : new PingJson(environment, format == OutputFormat.JSON);
  }
}
