package org.rdmadump.exercise.rpc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.exercise.Content;
import org.rdmadump.exercise.Journal;
import org.rdmadump.exercise.Pattern;
import org.rdmadump.exercise.Row;
import org.rdmadump.exercise.Side;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;

/** The client of a connection for RPC: makes all calls, and keeps the journal. */
public final class RpcClient {
  private static final int CREDITS = 8;
  private static final int REPLY_OVERHEAD = 512;
  private static final int MEMORY = 2 * RpcPlan.LONGEST;
  private static final byte UNTOUCHED = (byte) 0x5a;

  private final Endpoint endpoint;
  private final Duration patience;
  private final Journal journal;
  private final Memory message;
  private final Segments segments;
  private final RpcPlan plan;

  /**
   * The client of a connection.
   *
   * @param pattern of all data
   * @param seed of the pattern
   * @param firstXid of the first call, the next ones count on
   * @param patience how long each answer of the server is waited for
   * @throws EndpointException if the device has no memory for it
   */
  public RpcClient(
      Endpoint endpoint,
      Pattern pattern,
      long seed,
      int firstXid,
      Duration patience,
      Journal journal)
      throws EndpointException {
    this.endpoint = endpoint;
    this.patience = patience;
    this.journal = journal;
    this.message = endpoint.register(InlineSizes.BYTES);
    this.segments = new Segments(endpoint, MEMORY);
    this.plan = new RpcPlan(pattern, seed, endpoint.traits().pathMtu(), firstXid);
  }

  /**
   * Makes all calls.
   *
   * @throws EndpointException if the connection ends before; the journal has what was answered
   */
  public void run() throws EndpointException {
    for (RpcCall call : plan.calls()) {
      journal.planned(new Row(call.of(), Side.CLIENT));
    }
    for (RpcCall call : plan.calls()) {
      exchange(call);
    }
  }

  private void exchange(RpcCall call) throws EndpointException {
    XdrMessage called = NfsMessages.call(call);
    XdrMessage expected = replyTo(called);
    segments.reset();
    List<RdmaMessage.ReadSegment> reads = new ArrayList<>();
    byte[] payload = called.bytes();
    List<RdmaMessage.ReadSegment> ofData = new ArrayList<>();
    if (call.readSegments() > 0) {
      payload = called.reduced();
      for (XdrMessage.Item item : called.items()) {
        List<Slice> lent = segments.lend(item.length(), call.readSegments());
        Segments.put(lent, called.data(item));
        add(lent, item.position(), ofData);
      }
    }
    if (call.positionZero()) {
      List<Slice> lent = segments.lend(payload.length, Math.max(1, call.readSegments()));
      Segments.put(lent, payload);
      add(lent, 0, reads);
      payload = new byte[0];
    }
    reads.addAll(ofData);
    List<List<Slice>> writes = new ArrayList<>();
    if (call.writeSegments() > 0) {
      for (XdrMessage.Item item : expected.items()) {
        // Room for more than comes: the last segment is not filled, or not used.
        writes.add(lendEmpty(item.length() + 9, call.writeSegments()));
      }
    }
    byte[] left = call.writeSegments() > 0 ? expected.reduced() : expected.bytes();
    List<Slice> reply =
        call.replySegments() > 0
            ? lendEmpty(left.length + REPLY_OVERHEAD, call.replySegments())
            : List.of();
    send(
        new RdmaMessage(
            call.xid(),
            CREDITS,
            call.positionZero() ? RdmaMessage.NOMSG : RdmaMessage.MSG,
            reads,
            remotes(writes),
            reply.isEmpty() ? Optional.empty() : Optional.of(remotesOf(reply)),
            payload));
    try {
      write(call, called, expected, isRight(receive(), call, expected, left, writes, reply));
    } catch (MalformedException e) {
      write(call, called, expected, /* inMemory= */ false);
      throw new EndpointException(
          Reason.FAILED, endpoint.peerName() + " sent no RPC-over-RDMA: " + e.getMessage(), e);
    }
  }

  private void write(RpcCall call, XdrMessage called, XdrMessage expected, boolean inMemory) {
    journal.add(
        new Exchange(
            call.of(),
            call.xid(),
            Content.made(called.bytes().length, () -> NfsMessages.call(call).bytes()),
            Content.made(expected.bytes().length, () -> replyTo(NfsMessages.call(call)).bytes()),
            inMemory));
  }

  private static XdrMessage replyTo(XdrMessage called) {
    try {
      return NfsMessages.reply(called.bytes());
    } catch (MalformedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(List<Slice> lent, int position, List<RdmaMessage.ReadSegment> reads) {
    for (Slice slice : lent) {
      reads.add(new RdmaMessage.ReadSegment(position, Segments.remote(slice)));
    }
  }

  private List<Slice> lendEmpty(int length, int count) {
    List<Slice> lent = segments.lend(length, count);
    for (Slice slice : lent) {
      byte[] empty = new byte[slice.length()];
      Arrays.fill(empty, UNTOUCHED);
      slice.memory().put(slice.offset(), empty);
    }
    return lent;
  }

  private static List<Remote> remotesOf(List<Slice> slices) {
    return slices.stream().map(Segments::remote).toList();
  }

  private static List<List<Remote>> remotes(List<List<Slice>> chunks) {
    return chunks.stream().map(RpcClient::remotesOf).toList();
  }

  private void send(RdmaMessage call) throws EndpointException {
    byte[] bytes = call.bytes();
    message.put(0, bytes);
    endpoint.send(
        List.of(message.slice(0, bytes.length)), OptionalInt.empty(), OptionalInt.empty());
  }

  private RdmaMessage receive() throws EndpointException, MalformedException {
    return RdmaMessage.of(endpoint.receive(patience).bytes());
  }

  private static boolean isRight(
      RdmaMessage answer,
      RpcCall call,
      XdrMessage expected,
      byte[] left,
      List<List<Slice>> writes,
      List<Slice> reply) {
    if (answer.xid() != call.xid()
        || answer.procedure() != (reply.isEmpty() ? RdmaMessage.MSG : RdmaMessage.NOMSG)
        || answer.credits() < 1
        || !answer.reads().isEmpty()
        || answer.writes().size() != writes.size()
        || answer.reply().isPresent() == reply.isEmpty()) {
      return false;
    }
    boolean right = answer.reply().isEmpty() || isUsed(answer.reply().get(), reply, left.length);
    right &= reply.isEmpty() ? Arrays.equals(answer.message(), left) : isIn(reply, left);
    for (int i = 0; i < writes.size(); i++) {
      int length = expected.items().get(i).length();
      right &= isUsed(answer.writes().get(i), writes.get(i), length);
      right &= isIn(writes.get(i), expected.data(expected.items().get(i)));
    }
    return right;
  }

  /**
   * Whether a chunk came back with as much said of each segment as was written (RFC 8166 4.4.6).
   */
  private static boolean isUsed(List<Remote> returned, List<Slice> lent, int bytes) {
    int left = bytes;
    List<Remote> used = new ArrayList<>(lent.size());
    for (Slice slice : lent) {
      used.add(Segments.remote(slice).part(0, Math.min(left, slice.length())));
      left -= Math.min(left, slice.length());
    }
    return returned.equals(used);
  }

  /** Whether a chunk holds these bytes, from its first segment on, and nothing behind them. */
  private static boolean isIn(List<Slice> chunk, byte[] expected) {
    int at = 0;
    for (Slice slice : chunk) {
      byte[] bytes = slice.memory().bytes(slice.offset(), slice.length());
      for (byte each : bytes) {
        if (each != (at < expected.length ? expected[at] : UNTOUCHED)) {
          return false;
        }
        at++;
      }
    }
    return at >= expected.length;
  }
}
