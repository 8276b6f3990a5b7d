package org.rdmadump.exercise;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.Acceptor;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.PlainClient;
import org.rdmadump.exercise.plain.PlainServer;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.exercise.rpc.RpcServer;

/** The server of exercises: takes connections and does what each client says, one at a time. */
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

  /** How the connection that is taken is to be served, as its private data says. */
  private Optional<Hello> plain = Optional.empty();

  /**
   * A server.
   *
   * @param patience how long a client may be silent in the middle of its connection
   */
  public ExerciseServer(Duration patience, Listener listener) {
    this.patience = patience;
    this.listener = listener;
  }

  /**
   * Serves until it has served so many connections, or the acceptor is closed.
   *
   * @param most connections to serve
   * @return connections that were served, those that failed included
   * @throws EndpointException if no more connections can come
   */
  public long run(Acceptor acceptor, long most) throws EndpointException {
    long served = 0;
    while (served < most) {
      Optional<Endpoint> accepted = acceptor.accept(this::answer);
      if (accepted.isEmpty()) {
        break;
      }
      serve(accepted.get());
      served++;
    }
    return served;
  }

  private Optional<ConnectOptions> answer(byte[] privateData) {
    plain = Hello.of(ByteBuffer.wrap(privateData));
    if (plain.isPresent() && plain.get().region() == PlainClient.region()) {
      return Optional.of(
          new ConnectOptions(new byte[0], RECEIVES, PlainClient.longestSend(), patience));
    }
    return InlineSizes.isIn(privateData)
        ? Optional.of(
            new ConnectOptions(
                InlineSizes.privateData(InlineSizes.BYTES, /* invalidation= */ false),
                RPC_RECEIVES,
                InlineSizes.BYTES,
                patience))
        : Optional.empty();
  }

  private void serve(Endpoint endpoint) throws EndpointException {
    try (endpoint) {
      String what;
      String failure = "";
      try {
        what = plain.isPresent() ? transfers(endpoint, plain.get()) : calls(endpoint);
      } catch (EndpointException e) {
        if (e.reason() == Reason.INTERRUPTED) {
          throw e;
        }
        what = plain.isPresent() ? "transfers" : "calls";
        failure = e.text();
      } catch (RuntimeException e) {
        // Whatever a client did to get there, others are to be served.
        what = plain.isPresent() ? "transfers" : "calls";
        failure = "what this client sent cannot be served: " + e;
      }
      listener.served(endpoint.peerName(), what, failure);
    }
  }

  private String transfers(Endpoint endpoint, Hello hello) throws EndpointException {
    PlainServer server = new PlainServer(endpoint, hello, patience);
    server.run();
    return server.steps() + " transfers";
  }

  private String calls(Endpoint endpoint) throws EndpointException {
    RpcServer server = new RpcServer(endpoint, patience);
    server.run();
    return server.calls() + " calls";
  }
}
