package org.rdmadump.exercise;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.exercise.endpoint.Acceptor;
import org.rdmadump.exercise.endpoint.Admission;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.InvalidationServer;
import org.rdmadump.exercise.plain.PlainClient;
import org.rdmadump.exercise.plain.PlainServer;
import org.rdmadump.exercise.plain.Refusal;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.exercise.rpc.RpcServer;

/**
 * The server of exercises: takes connections and does what each client says, one client at a time;
 * others are refused at once, and told whom it is busy with.
 */
public final class ExerciseServer {
  private static final int RECEIVES = 4;
  private static final int RPC_RECEIVES = 8;

  /** Is told of connections as they end. */
  public interface Listener {
    /**
     * A connection is over.
     *
     * @param peer address of the client
     * @param what was served on it, in words
     * @param failure why it ended early, in words; empty if it did not
     */
    void served(String peer, String what, String failure);
  }

  private final Duration patience;
  private final Listener listener;
  private final Turn turn;

  /** What the client said whose connection is taken; only the thread that takes them uses it. */
  private Optional<Hello> hello = Optional.empty();

  private Optional<Endpoint> serving = Optional.empty();
  private Optional<Thread> server = Optional.empty();

  /** Whether connections are closed under those who serve them. */
  private volatile boolean ending;

  private final Acceptor.Answer answers =
      new Acceptor.Answer() {
        @Override
        public Admission to(byte[] privateData) {
          return answer(privateData);
        }

        @Override
        public boolean isEnough() {
          return turn.isOver();
        }
      };

  /** What came of memory that was taken away, on the last connection of that kind. */
  private volatile int invalidation;

  /**
   * A server.
   *
   * @param patience how long a client may be silent in the middle of its connection
   * @param most clients to serve, from 1 on; one that was not {@link Exercise} counts for each of
   *     its connections
   */
  public ExerciseServer(Duration patience, long most, Listener listener) {
    this.patience = patience;
    this.listener = listener;
    this.turn = new Turn(patience, most);
  }

  /**
   * Serves until it has served as many clients as it is to, or the acceptor is closed.
   *
   * @return clients that were served, those that failed included
   * @throws EndpointException if no more connections can come
   */
  public long run(Acceptor acceptor) throws EndpointException {
    try {
      while (true) {
        Optional<Endpoint> accepted = acceptor.accept(answers);
        if (accepted.isEmpty()) {
          return turn.clients();
        }
        begin(accepted.get());
      }
    } finally {
      end();
    }
  }

  private void begin(Endpoint endpoint) {
    turn.begin(endpoint.peerName());
    Optional<Hello> said = hello;
    Thread thread = new Thread(() -> serve(endpoint, said), "connection");
    try {
      thread.start();
      serving = Optional.of(endpoint);
      server = Optional.of(thread);
    } catch (OutOfMemoryError e) {
      endpoint.close();
      turn.end(/* early= */ true);
      listener.served(endpoint.peerName(), kind(said), "no thread is left for this client");
    }
  }

  /** Ends the connection that is served, if one is. */
  private void end() {
    ending = true;
    serving.ifPresent(Endpoint::close);
    if (server.isPresent()) {
      try {
        server.get().join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Admission answer(byte[] privateData) {
    boolean rpc = InlineSizes.said(privateData).isPresent();
    int behind = rpc ? InlineSizes.LENGTH : 0;
    ByteBuffer data = ByteBuffer.wrap(privateData, behind, privateData.length - behind).slice();
    Optional<Hello> said = Hello.of(data);
    boolean ours =
        said.isPresent()
            ? rpc == (said.get().kind() == Hello.Kind.CALLS)
                && said.get().region() == PlainClient.region()
            : rpc;
    if (Hello.isOfAnotherVersion(data) || (said.isPresent() && !ours)) {
      return new Admission.Refused(Refusal.ofAnotherVersion().bytes());
    }
    if (!ours) {
      return new Admission.Refused(new Refusal(Refusal.Reason.NO_EXERCISE, "").bytes());
    }
    Optional<Refusal> busy;
    try {
      busy =
          turn.busyFor(
              said.isPresent() ? OptionalLong.of(said.get().run()) : OptionalLong.empty(),
              said.isEmpty() || said.get().last());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      busy = Optional.of(new Refusal(Refusal.Reason.BUSY, "another client"));
    }
    if (busy.isPresent()) {
      return new Admission.Refused(busy.get().bytes());
    }
    hello = said;
    return new Admission.Taken(
        rpc
            ? new ConnectOptions(
                InlineSizes.privateData(InlineSizes.BYTES, /* invalidation= */ false),
                RPC_RECEIVES,
                InlineSizes.BYTES,
                patience)
            : new ConnectOptions(new byte[0], RECEIVES, PlainClient.longestSend(), patience));
  }

  private void serve(Endpoint endpoint, Optional<Hello> said) {
    String what = "";
    String failure = "";
    boolean early = true;
    try (endpoint) {
      what = kind(said);
      what = served(endpoint, said);
      early = false;
      turn.closing();
    } catch (EndpointException e) {
      failure = e.text();
    } catch (RuntimeException | OutOfMemoryError e) {
      // Whatever a client did to get there, others are to be served.
      // A connection that was closed under it says so, too.
      failure = ending ? "interrupted" : "this client cannot be served: " + e;
    } finally {
      turn.end(early);
      listener.served(endpoint.peerName(), what, failure);
    }
  }

  private static String kind(Optional<Hello> said) {
    return said.map(Hello::kind).orElse(Hello.Kind.CALLS).name().toLowerCase(Locale.ROOT);
  }

  private String served(Endpoint endpoint, Optional<Hello> said) throws EndpointException {
    if (said.isEmpty() || said.get().kind() == Hello.Kind.CALLS) {
      RpcServer calls = new RpcServer(endpoint, patience);
      calls.run();
      return calls.calls() + " calls";
    }
    if (said.get().kind() == Hello.Kind.INVALIDATION) {
      invalidation = new InvalidationServer(endpoint, said.get(), patience).run(invalidation);
      return kind(said);
    }
    invalidation = 0;
    PlainServer transfers = new PlainServer(endpoint, said.get(), patience);
    transfers.run();
    return transfers.steps() + " transfers";
  }
}
