package org.rdmadump.exercise.selftest;

import java.security.SecureRandom;
import java.time.Duration;
import org.rdmadump.exercise.Exercise;
import org.rdmadump.exercise.ExerciseOptions;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.plain.FloodClient;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.PlainClient;

/** Traffic with a server of {@code exercise}. */
final class Traffic implements Connector {
  private static final int RECEIVES = 4;

  private final Connector connector;
  private final ExerciseOptions options;
  private boolean hasConnected;

  Traffic(Connector connector, ExerciseOptions options) {
    this.connector = connector;
    this.options = options;
  }

  /** {@return whether the server was ever reached} */
  boolean hasConnected() {
    return hasConnected;
  }

  @Override
  public Route route(String host, int port, ConnectOptions how) throws EndpointException {
    return connector.route(host, port, how);
  }

  @Override
  public Endpoint connect(String host, int port, ConnectOptions how) throws EndpointException {
    Endpoint endpoint = connector.connect(host, port, how);
    hasConnected = true;
    return endpoint;
  }

  /**
   * What was done.
   *
   * @param run the number that its connections have
   * @param journal what was moved
   */
  record Driven(long run, Journal journal) {}

  /** Goes through all cases of an exercise. */
  Driven exercise() throws EndpointException {
    Journal journal = new Journal();
    long run = new SecureRandom().nextLong();
    new Exercise(options, run, journal).run(this);
    return new Driven(run, journal);
  }

  /** Loads the link for a time, and returns the bytes that were moved. */
  long flood(Duration time) throws EndpointException {
    Hello hello =
        new Hello(
            Hello.Kind.TRANSFERS,
            /* last= */ true,
            new SecureRandom().nextLong(),
            /* connection= */ 0,
            options.pattern(),
            options.seed(),
            PlainClient.region());
    ConnectOptions how =
        new ConnectOptions(hello.bytes(), RECEIVES, PlainClient.longestSend(), options.patience());
    try (Endpoint endpoint = connect(options.host(), options.port(), how)) {
      return new FloodClient(endpoint, hello, options.patience()).run(time);
    }
  }
}
