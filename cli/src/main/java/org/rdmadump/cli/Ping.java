package org.rdmadump.cli;

import java.io.IOException;
import java.security.SecureRandom;
import org.rdmadump.exercise.device.DeviceConnector;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.ping.PingListener;
import org.rdmadump.exercise.ping.PingSummary;

/** The verb {@code ping}: makes NULL calls and prints how long they took. */
final class Ping {
  private final PingSettings settings;
  private final Environment environment;

  Ping(PingSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Calls until the count is reached, the connection ends, or the user has enough.
   *
   * @return the exit status
   * @throws IOException if standard output cannot be written
   */
  int run() throws IOException {
    try (DeviceConnector connector = DeviceConnector.open()) {
      return run(connector);
    } catch (EndpointException e) {
      return EndpointFailures.say(e, environment.err());
    }
  }

  /** Calls over what connects. */
  int run(Connector connector) throws IOException {
    PingOutput output = output();
    PingSummary summary;
    try {
      summary =
          new org.rdmadump.exercise.ping.Ping(
                  settings.options(), new SecureRandom().nextInt(), output)
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
      environment.err().say(summary.failure());
    }
    if (environment.interruption().requested()) {
      return ExitStatus.INTERRUPTED;
    }
    return summary.isGood() ? ExitStatus.DONE : ExitStatus.UNANSWERED;
  }

  private PingOutput output() throws IOException {
    return switch (settings.format()) {
      case TEXT -> new PingText(settings.options(), environment);
      case JSON -> new PingJson(environment, /* array= */ true);
      default -> new PingJson(environment, /* array= */ false);
    };
  }

  /** Prints what happens, and at the end what came of it. */
  interface PingOutput extends PingListener {
    /** Prints the summary. */
    void end(PingSummary summary) throws IOException;

    /** Ends what was begun where there is no summary: JSON is to be whole all the same. */
    void endWithoutConnection() throws IOException;
  }
}
