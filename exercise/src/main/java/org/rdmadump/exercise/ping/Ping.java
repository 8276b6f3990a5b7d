package org.rdmadump.exercise.ping;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
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
  private final Set<Integer> outstanding = new HashSet<>();
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
      warmUp();
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
    return new PingConnection(
        traits.device(),
        traits.iwarp(),
        endpoint.peerName(),
        PingConnection.OURS,
        InlineSizes.said(endpoint.peerData()));
  }

  private void call(Endpoint endpoint, Memory memory) throws EndpointException, IOException {
    int xid = firstXid + (int) calls;
    byte[] message = message(xid);
    memory.put(0, message);
    calls++;
    long start = System.nanoTime();
    Optional<RdmaMessage> answer;
    long nanos;
    try {
      while (outstanding.size() >= credits.orElse(1)) {
        if (!drain(endpoint, start)) {
          unanswered(xid, "NO_CREDIT", noCredit());
          return;
        }
      }
      start = System.nanoTime();
      endpoint.post(List.of(memory.slice(0, message.length)));
      outstanding.add(xid);
      answer = answer(endpoint, xid, start);
      nanos = System.nanoTime() - start;
    } catch (EndpointException e) {
      if (e.reason() != Reason.INTERRUPTED) {
        unanswered(xid, e.reason() == Reason.DISCONNECTED ? "DISCONNECTED" : "FAILED", e.text());
      }
      throw e;
    }
    if (answer.isPresent()) {
      replied(answer.get(), xid, nanos);
    } else {
      unanswered(xid, "TIMEOUT", "no answer in " + options.patience().toMillis() + " ms");
    }
    if (!listener.isStopped()) {
      endpoint.finish();
    }
  }

  private byte[] message(int xid) {
    return RdmaMessage.inline(
            xid, CREDITS, NullCall.bytes(xid, options.program(), options.version()))
        .bytes();
  }

  private String noCredit() {
    return "not sent: no credit is left, "
        + outstanding.size()
        + (outstanding.size() == 1 ? " call has" : " calls have")
        + " no answer yet";
  }

  private void replied(RdmaMessage answer, int xid, long nanos) throws IOException {
    NullCall.Answer said = read(answer);
    if (said.isSuccess()) {
      answered++;
      latencies.add(nanos);
    } else {
      refused++;
    }
    listener.replied(
        new PingReply(calls, xid, said.status(), said.words(), OptionalLong.of(nanos), credits));
  }

  private void unanswered(int xid, String status, String words) throws IOException {
    if (listener.isStopped()) {
      // The user did not wait for it.
      calls--;
      return;
    }
    listener.replied(
        new PingReply(calls, xid, status, words, OptionalLong.empty(), OptionalInt.empty()));
  }

  private NullCall.Answer read(RdmaMessage answer) {
    try {
      return NullCall.answer(answer, options.program(), options.version());
    } catch (MalformedException e) {
      return new NullCall.Answer("MALFORMED", "the server sent " + e.getMessage());
    }
  }

  /** The message with the XID of the call; what is late for others gives their credit back. */
  private Optional<RdmaMessage> answer(Endpoint endpoint, int xid, long start)
      throws EndpointException {
    while (isWorthWaiting(start)) {
      Optional<RdmaMessage> message = next(endpoint, start);
      // A server that could not read the XID says its error with another.
      boolean taken =
          message.isPresent()
              && (message.get().xid() == xid
                  || (message.get().procedure() == RdmaMessage.ERROR
                      && outstanding.size() == 1
                      && outstanding.contains(xid)));
      if (taken) {
        outstanding.remove(xid);
        return message;
      }
    }
    return Optional.empty();
  }

  /** Waits for one late answer; whether it came. */
  private boolean drain(Endpoint endpoint, long start) throws EndpointException {
    while (isWorthWaiting(start)) {
      if (next(endpoint, start).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private boolean isWorthWaiting(long start) {
    return !listener.isStopped() && System.nanoTime() - start < options.patience().toNanos();
  }

  /** What comes in a short time; its credits are those granted, and its call has its answer. */
  private Optional<RdmaMessage> next(Endpoint endpoint, long start) throws EndpointException {
    long left = options.patience().toNanos() - (System.nanoTime() - start);
    try {
      Received received =
          endpoint.receive(
              Duration.ofMillis(Math.max(1, Math.min(SHORT_MILLIS, left / 1_000_000))));
      RdmaMessage message = RdmaMessage.of(received.bytes());
      // RFC 8166 section 3.3.1: no grant is 0.
      credits = OptionalInt.of(message.credits() < 1 ? 1 : message.credits());
      outstanding.remove(message.xid());
      return Optional.of(message);
    } catch (MalformedException e) {
      throw new EndpointException(
          Reason.FAILED, endpoint.peerName() + " sent no RPC-over-RDMA: " + e.getMessage(), e);
    } catch (EndpointException e) {
      if (e.reason() != Reason.TIMED_OUT) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Encodes a call and reads a reply, so that the first latency is not that of loading classes. */
  private void warmUp() {
    try {
      byte[] call = message(firstXid);
      byte[] success = ByteBuffer.allocate(6 * Integer.BYTES).putInt(firstXid).putInt(1).array();
      byte[] reply = RdmaMessage.inline(firstXid, /* credits= */ 0, success).bytes();
      NullCall.Answer said = read(RdmaMessage.of(reply));
      if (!said.isSuccess() || call.length == 0) {
        throw new IllegalStateException("a reply that is right is not read: " + said.words());
      }
    } catch (MalformedException e) {
      throw new IllegalStateException("a reply that is right is not read", e);
    }
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
