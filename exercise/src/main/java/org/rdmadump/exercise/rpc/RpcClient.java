package org.rdmadump.exercise.rpc;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Journal;
import org.rdmadump.exercise.journal.Row;
import org.rdmadump.exercise.journal.RpcCall;
import org.rdmadump.exercise.journal.Side;
import org.rdmadump.exercise.plain.Hello;

/** The client of a connection for RPC: makes all calls, and keeps the journal. */
public final class RpcClient {
  private static final int CREDITS = 8;
  private static final int REPLY_OVERHEAD = 512;

  /** Bytes of a header with a Write chunk or two and a Reply chunk of no segments. */
  private static final int HEADER = 56;

  private static final int SEGMENT = 16;
  private static final int READ_SEGMENT = 24;
  private static final int MEMORY = 2 * RpcPlan.LONGEST;
  private static final byte UNTOUCHED = (byte) 0x5a;

  private final Endpoint endpoint;
  private final Duration patience;
  private final Journal journal;
  private final Memory message;
  private final Segments segments;
  private final int connection;
  private final int firstXid;
  private final InlineSizes inline;
  private final List<RpcCall> calls;

  /**
   * The client of a connection.
   *
   * @param hello what the server was told when it was made
   * @param firstXid of the first call, the next ones count on
   * @param patience how long each answer of the server is waited for
   * @throws EndpointException if the device has no memory for it
   */
  public RpcClient(Endpoint endpoint, Hello hello, int firstXid, Duration patience, Journal journal)
      throws EndpointException {
    this.endpoint = endpoint;
    this.patience = patience;
    this.journal = journal;
    this.message = endpoint.register(InlineSizes.BYTES);
    this.segments = new Segments(endpoint, MEMORY);
    this.connection = hello.connection();
    this.inline = InlineSizes.negotiated(InlineSizes.said(endpoint.peerData()));
    this.firstXid = firstXid;
    int pathMtu = endpoint.traits().pathMtu();
    Supplier<List<RpcCall>> plan =
        () -> new RpcPlan(hello.pattern(), hello.seed(), pathMtu, firstXid).calls();
    this.calls = plan.get();
    journal.calls(connection, plan);
  }

  /**
   * Makes all calls.
   *
   * @throws EndpointException if the connection ends before; the journal has what was answered
   */
  public void run() throws EndpointException {
    Map<ExerciseCase, Integer> tooLong = new EnumMap<>(ExerciseCase.class);
    List<RpcCall> fitting = new ArrayList<>();
    for (RpcCall call : calls) {
      if (fits(call)) {
        fitting.add(call);
        journal.planned(new Row(call.of(), Side.CLIENT));
      } else {
        int unused = tooLong.merge(call.of(), 1, Integer::sum);
      }
    }
    tooLong.forEach(
        (of, count) -> journal.notOffered(new Row(of, Side.CLIENT), count + tooLongFor(inline)));
    for (RpcCall call : fitting) {
      exchange(call);
    }
    journal.ended(connection, /* same= */ true);
  }

  private static String tooLongFor(InlineSizes inline) {
    return " of each round do not fit into Sends of "
        + inline.toPeer()
        + " bytes with answers of "
        + inline.fromPeer();
  }

  /** Whether what stays of both messages is no longer than a Send may be. */
  private boolean fits(RpcCall call) {
    XdrMessage called = NfsMessages.call(call);
    XdrMessage reply = NfsMessages.replyTo(called.bytes());
    int there = call.positionZero() ? 0 : called.bytes(call.readSegments() > 0).length;
    int back = call.replySegments() > 0 ? 0 : reply.bytes(call.writeSegments() > 0).length;
    // The reply has the Write list and the Reply chunk, too.
    int chunks = SEGMENT * (call.writeSegments() * reply.items().size() + call.replySegments());
    int zero = call.positionZero() ? Math.max(1, call.readSegments()) : 0;
    int reads = READ_SEGMENT * (call.readSegments() * called.items().size() + zero);
    return HEADER + reads + chunks + there <= inline.toPeer()
        && HEADER + chunks + back <= inline.fromPeer();
  }

  private void exchange(RpcCall call) throws EndpointException {
    XdrMessage called = NfsMessages.call(call);
    XdrMessage expected = NfsMessages.replyTo(called.bytes());
    segments.takeBack();
    List<RdmaMessage.ReadSegment> ofData = new ArrayList<>();
    if (call.readSegments() > 0) {
      for (XdrMessage.Item item : called.items()) {
        ofData.addAll(lend(called.data(item), item.position(), call.readSegments()));
      }
    }
    byte[] payload = called.bytes(call.readSegments() > 0);
    List<RdmaMessage.ReadSegment> reads = new ArrayList<>();
    if (call.positionZero()) {
      reads.addAll(lend(payload, /* position= */ 0, Math.max(1, call.readSegments())));
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
    byte[] left = expected.bytes(call.writeSegments() > 0);
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
      boolean right = isRight(receive(), call, expected, left, writes, reply);
      journal.answered(connection, call.xid() - firstXid, right);
    } catch (MalformedException e) {
      journal.answered(connection, call.xid() - firstXid, /* inMemory= */ false);
      throw new EndpointException(
          Reason.FAILED, endpoint.peerName() + " sent no RPC-over-RDMA: " + e.getMessage(), e);
    }
  }

  /** Lends bytes in a Read chunk of so many segments. */
  private List<RdmaMessage.ReadSegment> lend(byte[] bytes, int position, int count) {
    return segments.lend(bytes, count).stream()
        .map(slice -> new RdmaMessage.ReadSegment(position, slice.remote()))
        .toList();
  }

  private List<Slice> lendEmpty(int length, int count) {
    byte[] empty = new byte[length];
    Arrays.fill(empty, UNTOUCHED);
    return segments.lend(empty, count);
  }

  private static List<Remote> remotesOf(List<Slice> slices) {
    return slices.stream().map(Slice::remote).toList();
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
      used.add(slice.remote().part(0, Math.min(left, slice.length())));
      left -= Math.min(left, slice.length());
    }
    return returned.equals(used);
  }

  /** Whether a chunk holds these bytes, from its first segment on, and nothing behind them. */
  private static boolean isIn(List<Slice> chunk, byte[] expected) {
    ByteArrayOutputStream held = new ByteArrayOutputStream();
    chunk.forEach(slice -> held.writeBytes(slice.bytes()));
    byte[] whole = Arrays.copyOf(expected, Math.max(expected.length, held.size()));
    Arrays.fill(whole, expected.length, whole.length, UNTOUCHED);
    return Arrays.equals(held.toByteArray(), whole);
  }
}
