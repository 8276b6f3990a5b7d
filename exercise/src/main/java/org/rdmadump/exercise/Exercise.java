package org.rdmadump.exercise;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Row;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.InvalidationClient;
import org.rdmadump.exercise.plain.PlainClient;
import org.rdmadump.exercise.plain.Refusal;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.exercise.rpc.RpcClient;

/**
 * The client of an exercise: makes connections to a server and goes through all cases, a connection
 * for plain transfers and one for RPC in each round, and at the end two on which memory is taken
 * away. For one thread.
 */
public final class Exercise {
  private static final int RECEIVES = 4;
  private static final int RPC_RECEIVES = 8;
  private static final int XIDS_OF_A_ROUND = 4096;
  private static final int CONNECTIONS_OF_A_ROUND = 2;

  private final ExerciseOptions options;
  private final long run;
  private final Journal journal;
  private int connections;

  /** Why no memory can be taken away; empty if it can. */
  private String lacking = "";

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
   * {@return the number of the connection that a call of a run was made on}
   *
   * @param xid of the call, or any other number
   */
  public static int connectionOf(long run, int xid) {
    int round = (xid - (int) run) >>> Integer.numberOfTrailingZeros(XIDS_OF_A_ROUND);
    return round * CONNECTIONS_OF_A_ROUND + 1;
  }

  /**
   * Goes through all cases.
   *
   * @throws EndpointException if a connection cannot be made, or ends before
   */
  public void run(Connector connector) throws EndpointException {
    for (int round = 0; round < options.rounds(); round++) {
      transfers(connector, round);
      calls(connector, round);
    }
    if (lacking.isEmpty()) {
      invalidations(connector);
    }
  }

  private Hello hello(Hello.Kind kind, int round, boolean last) {
    return new Hello(
        kind,
        last,
        run,
        connections++,
        options.pattern(),
        options.seed() + round,
        PlainClient.region());
  }

  private void transfers(Connector connector, int round) throws EndpointException {
    Hello hello = hello(Hello.Kind.TRANSFERS, round, /* last= */ false);
    try (Endpoint endpoint = connect(connector, hello)) {
      PlainClient client = new PlainClient(endpoint, hello, options.patience(), journal);
      client.run();
      lacking = client.lackingInvalidation();
      if (!lacking.isEmpty()) {
        for (Side side : Side.values()) {
          journal.notOffered(new Row(ExerciseCase.INVALIDATED, side), lacking);
        }
      }
    } finally {
      journal.finish(hello.connection());
    }
  }

  private void calls(Connector connector, int round) throws EndpointException {
    boolean last = !lacking.isEmpty() && round == options.rounds() - 1;
    Hello hello = hello(Hello.Kind.CALLS, round, last);
    byte[] sizes = InlineSizes.privateData(InlineSizes.BYTES, /* invalidation= */ false);
    byte[] said =
        ByteBuffer.allocate(sizes.length + Hello.LENGTH).put(sizes).put(hello.bytes()).array();
    ConnectOptions how =
        new ConnectOptions(said, RPC_RECEIVES, InlineSizes.BYTES, options.patience());
    int firstXid = (int) run + round * XIDS_OF_A_ROUND;
    try (Endpoint endpoint = connect(connector, how)) {
      new RpcClient(endpoint, hello, firstXid, options.patience(), journal).run();
    } finally {
      journal.finish(hello.connection());
    }
  }

  private void invalidations(Connector connector) throws EndpointException {
    InvalidationClient client = new InvalidationClient(options.patience(), journal);
    Hello first = hello(Hello.Kind.INVALIDATION, 0, /* last= */ false);
    try (Endpoint endpoint = connect(connector, first)) {
      client.serverReads(endpoint, first);
    }
    Hello second = hello(Hello.Kind.INVALIDATION, 0, /* last= */ true);
    try (Endpoint endpoint = connect(connector, second)) {
      client.clientReads(endpoint, second);
    }
  }

  private Endpoint connect(Connector connector, Hello hello) throws EndpointException {
    return connect(
        connector,
        new ConnectOptions(hello.bytes(), RECEIVES, PlainClient.longestSend(), options.patience()));
  }

  private Endpoint connect(Connector connector, ConnectOptions how) throws EndpointException {
    try {
      return connector.connect(options.host(), options.port(), how);
    } catch (EndpointException e) {
      throw e.reason() == Reason.REFUSED ? explained(e) : e;
    }
  }

  private EndpointException explained(EndpointException e) {
    Optional<Refusal> refusal = Refusal.of(e.said());
    String words =
        refusal.isPresent()
            ? refusal.get().words(options.host() + " port " + options.port())
            : e.text() + "; is `rdmadump exercise server` running there?";
    return new EndpointException(Reason.REFUSED, words, e);
  }
}
