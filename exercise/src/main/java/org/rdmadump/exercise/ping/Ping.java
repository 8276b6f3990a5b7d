package org.rdmadump.exercise.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Connector;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Traits;
import org.rdmadump.exercise.rpc.InlineSizes;
import org.rdmadump.exercise.rpc.MalformedException;
import org.rdmadump.exercise.rpc.NullCall;
import org.rdmadump.exercise.rpc.RdmaMessage;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Makes RPC NULL calls over one connection, one after the other. For one thread. */
public final class Ping {
  private static final int CREDITS = 8;
  private static final int RECEIVES = 16;
  private static final long SHORT_MILLIS = 50;

  private final PingOptions options;
  private final int firstXid;
  private final PingListener listener;
  private final Latencies latencies = new Latencies();
  private long calls;
  private long answered;
  private long refused;
  private OptionalInt credits = OptionalInt.empty();
  private Optional<PingConnection> connection = Optional.empty();

  /**
   * Calls that are to be made.
   *
   * @param firstXid of the first, the next ones count on
   */
  public Ping(PingOptions options, int firstXid, PingListener listener) {
    this.options = options;
    this.firstXid = firstXid;
    this.listener = listener;
  }

  /**
   * Connects and calls until there is a reason to stop.
   *
   * @throws EndpointException if there is no connection
   * @throws IOException if the listener cannot take what it is told
   */
  public PingSummary run(Connector connector) throws EndpointException, IOException {
    ConnectOptions how =
        new ConnectOptions(
            InlineSizes.privateData(InlineSizes.BYTES, /* invalidation= */ false),
            RECEIVES,
            InlineSizes.BYTES,
            options.patience());
    String failure = "";
    try (Endpoint endpoint = connector.connect(options.host(), options.port(), how)) {
      PingConnection made = connection(endpoint);
      connection = Optional.of(made);
      listener.connected(made);
      Memory memory = endpoint.register(InlineSizes.BYTES);
      long next = System.nanoTime();
      while (calls < options.count() && !listener.isStopped()) {
        call(endpoint, memory);
        next = Math.max(next + options.interval().toNanos(), System.nanoTime() - 1);
        pause(next);
      }
    } catch (EndpointException e) {
      if (connection.isEmpty()) {
        throw e;
      }
      failure = e.reason() == Reason.INTERRUPTED ? "" : e.text();
    }
    return new PingSummary(calls, answered, refused, latencies, credits, connection, failure);
  }

  private static PingConnection connection(Endpoint endpoint) {
    Traits traits = endpoint.traits();
    byte[] said = endpoint.peerData();
    return new PingConnection(
        traits.device(),
        traits.iwarp(),
        endpoint.peerName(),
        PingConnection.OURS,
        RpcRdmaPrivateMessage.read(ByteBuffer.wrap(said), 0, said.length));
  }

  private void call(Endpoint endpoint, Memory memory) throws EndpointException, IOException {
    int xid = firstXid + (int) calls;
    byte[] message =
        RdmaMessage.inline(xid, CREDITS, NullCall.bytes(xid, options.program(), options.version()))
            .bytes();
    memory.put(0, message);
    calls++;
    long start = System.nanoTime();
    endpoint.send(
        List.of(memory.slice(0, message.length)), OptionalInt.empty(), OptionalInt.empty());
    Optional<RdmaMessage> answer = answer(endpoint, xid, start);
    long nanos = System.nanoTime() - start;
    if (answer.isEmpty()) {
      if (!listener.isStopped()) {
        listener.replied(
            new PingReply(
                calls,
                xid,
                "TIMEOUT",
                "no answer in " + options.patience().toMillis() + " ms",
                OptionalLong.empty(),
                OptionalInt.empty()));
      } else {
        // The user did not wait for it.
        calls--;
      }
      return;
    }
    NullCall.Answer said = read(answer.get());
    credits = OptionalInt.of(answer.get().credits());
    if (said.isSuccess()) {
      answered++;
      latencies.add(nanos);
    } else {
      refused++;
    }
    listener.replied(
        new PingReply(calls, xid, said.status(), said.words(), OptionalLong.of(nanos), credits));
  }

  private NullCall.Answer read(RdmaMessage answer) {
    try {
      return NullCall.answer(answer, options.program(), options.version());
    } catch (MalformedException e) {
      return malformed(e);
    }
  }

  private static NullCall.Answer malformed(MalformedException e) {
    return new NullCall.Answer("MALFORMED", "the server sent " + e.getMessage());
  }

  /** The message with the XID of the call; what is late for others is passed over. */
  private Optional<RdmaMessage> answer(Endpoint endpoint, int xid, long start)
      throws EndpointException {
    while (!listener.isStopped()) {
      long left = options.patience().toNanos() - (System.nanoTime() - start);
      if (left <= 0) {
        return Optional.empty();
      }
      try {
        Received received =
            endpoint.receive(
                Duration.ofMillis(Math.max(1, Math.min(SHORT_MILLIS, left / 1_000_000))));
        RdmaMessage message = RdmaMessage.of(received.bytes());
        if (message.xid() == xid) {
          return Optional.of(message);
        }
      } catch (MalformedException e) {
        throw new EndpointException(
            Reason.FAILED, endpoint.peerName() + " sent no RPC-over-RDMA: " + e.getMessage(), e);
      } catch (EndpointException e) {
        if (e.reason() != Reason.TIMED_OUT) {
          throw e;
        }
      }
    }
    return Optional.empty();
  }

  private void pause(long until) throws EndpointException {
    try {
      while (calls < options.count() && !listener.isStopped()) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return;
        }
        Thread.sleep(Math.min(left, SHORT_MILLIS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EndpointException(Reason.INTERRUPTED, "interrupted", e);
    }
  }
}
