package org.rdmadump.exercise;

import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.PlainClient;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.exercise.rpc.RpcClient;

/**
 * The client of an exercise: makes connections to a server and goes through all cases, a connection
 * for plain transfers and one for RPC in each round. For one thread.
 */
public final class Exercise {
  private static final int RECEIVES = 4;
  private static final int RPC_RECEIVES = 8;
  private static final int XIDS_OF_A_ROUND = 4096;

  private final ExerciseOptions options;
  private final long run;
  private final Journal journal;

  /**
   * An exercise.
   *
   * @param run a number that no other has: a capture tells by it which connections are meant
   * @param journal gets what was done, up to a failure as well
   */
  public Exercise(ExerciseOptions options, long run, Journal journal) {
    this.options = options;
    this.run = run;
    this.journal = journal;
  }

  /**
   * Goes through all cases.
   *
   * @throws EndpointException if a connection cannot be made, or ends before
   */
  public void run(Connector connector) throws EndpointException {
    for (int round = 0; round < options.rounds(); round++) {
      plain(connector, round);
      rpc(connector, round);
    }
  }

  private long seed(int round) {
    return options.seed() + round;
  }

  private void plain(Connector connector, int round) throws EndpointException {
    Hello hello = new Hello(run, round, options.pattern(), seed(round), PlainClient.region());
    ConnectOptions how =
        new ConnectOptions(hello.bytes(), RECEIVES, PlainClient.longestSend(), options.patience());
    try (Endpoint endpoint = connector.connect(options.host(), options.port(), how)) {
      new PlainClient(endpoint, hello, options.patience(), journal).run();
    } catch (EndpointException e) {
      throw explained(e);
    }
  }

  private void rpc(Connector connector, int round) throws EndpointException {
    byte[] sizes = InlineSizes.privateData(InlineSizes.BYTES, /* invalidation= */ false);
    ConnectOptions how =
        new ConnectOptions(sizes, RPC_RECEIVES, InlineSizes.BYTES, options.patience());
    int firstXid = (int) run + round * XIDS_OF_A_ROUND;
    try (Endpoint endpoint = connector.connect(options.host(), options.port(), how)) {
      new RpcClient(endpoint, options.pattern(), seed(round), firstXid, options.patience(), journal)
          .run();
    }
  }

  private EndpointException explained(EndpointException e) {
    return e.reason() == Reason.REFUSED
        ? new EndpointException(
            Reason.REFUSED, e.text() + "; is `rdmadump exercise server` running there?", e)
        : e;
  }
}
