package org.rdmadump.exercise.rpc;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Remote;

/** The server of a connection for RPC: answers calls of an exercise, chunks and all. */
public final class RpcServer {
  private static final int CREDITS = 8;
  private static final int UNIT = 4;
  private static final int MEMORY = 2 * RpcPlan.LONGEST;

  private final Endpoint endpoint;
  private final Duration patience;
  private final Memory message;
  private final Memory memory;
  private final InlineSizes inline;
  private long calls;

  /**
   * The server of a connection.
   *
   * @param patience how long the client may take between two calls
   * @throws EndpointException if the device has no memory for it
   */
  public RpcServer(Endpoint endpoint, Duration patience) throws EndpointException {
    this.endpoint = endpoint;
    this.patience = patience;
    this.message = endpoint.register(InlineSizes.BYTES);
    this.memory = endpoint.register(MEMORY);
    this.inline = InlineSizes.negotiated(InlineSizes.said(endpoint.peerData()));
  }

  /** {@return calls that were answered so far} */
  public long calls() {
    return calls;
  }

  /**
   * Serves until the client disconnects.
   *
   * @throws EndpointException if something else ends the connection
   */
  public void run() throws EndpointException {
    while (true) {
      byte[] received;
      try {
        received = endpoint.receive(patience).bytes();
      } catch (EndpointException e) {
        if (e.reason() == Reason.DISCONNECTED) {
          return;
        }
        throw e;
      }
      try {
        answer(received);
      } catch (MalformedException e) {
        throw new EndpointException(
            Reason.FAILED, endpoint.peerName() + " called with " + e.getMessage(), e);
      }
      calls++;
    }
  }

  /** RFC 8166 section 4.5: what cannot be understood or conveyed is answered with RDMA_ERROR. */
  private void answer(byte[] received) throws EndpointException, MalformedException {
    XdrCursor in = new XdrCursor(received);
    int xid = in.u32();
    if (in.u32() != RdmaMessage.VERSION) {
      send(RdmaMessage.error(xid, CREDITS, RdmaMessage.ERR_VERS));
      return;
    }
    RdmaMessage call;
    byte[] rpc;
    try {
      call = RdmaMessage.of(received);
      if (call.procedure() == RdmaMessage.ERROR) {
        // Nothing answers an error.
        return;
      }
      rpc = whole(call);
    } catch (MalformedException e) {
      send(RdmaMessage.error(xid, CREDITS, RdmaMessage.ERR_CHUNK));
      return;
    }
    XdrMessage reply = NfsMessages.reply(rpc);
    try {
      send(conveyed(call, reply));
    } catch (MalformedException e) {
      send(RdmaMessage.error(xid, CREDITS, RdmaMessage.ERR_CHUNK));
    }
  }

  /** Puts a reply where the call wants it; what is to be sent then. */
  private RdmaMessage conveyed(RdmaMessage call, XdrMessage reply)
      throws EndpointException, MalformedException {
    List<List<Remote>> writes = new ArrayList<>();
    byte[] left = reply.bytes(!call.writes().isEmpty());
    if (!call.writes().isEmpty()) {
      if (call.writes().size() < reply.items().size()) {
        throw new MalformedException(
            call.writes().size() + " Write chunks for " + reply.items().size() + " results");
      }
      for (int i = 0; i < call.writes().size(); i++) {
        // What has no result comes back unused (RFC 8166 section 4.4.6.2).
        boolean used = i < reply.items().size();
        writes.add(
            push(used ? reply.data(reply.items().get(i)) : new byte[0], call.writes().get(i)));
      }
    }
    Optional<List<Remote>> chunk =
        call.reply().isPresent() ? Optional.of(push(left, call.reply().get())) : Optional.empty();
    return new RdmaMessage(
        call.xid(),
        CREDITS,
        chunk.isPresent() ? RdmaMessage.NOMSG : RdmaMessage.MSG,
        List.of(),
        writes,
        chunk,
        chunk.isPresent() ? new byte[0] : left);
  }

  /** The RPC message of a call, its chunks fetched and put in place. */
  private byte[] whole(RdmaMessage call) throws EndpointException, MalformedException {
    long all = 0;
    for (RdmaMessage.ReadSegment read : call.reads()) {
      all += read.memory().length();
    }
    if (all > MEMORY) {
      throw new MalformedException("Read chunks of " + all + " bytes");
    }
    boolean isWhole = call.reads().stream().anyMatch(read -> read.position() == 0);
    if (isWhole == (call.procedure() == RdmaMessage.MSG)) {
      throw new MalformedException(
          isWhole
              ? "RDMA_MSG with a Position-Zero Read chunk"
              : "RDMA_NOMSG without a Position-Zero Read chunk");
    }
    Map<Integer, ByteArrayOutputStream> chunks = new TreeMap<>();
    for (RdmaMessage.ReadSegment read : call.reads()) {
      chunks
          .computeIfAbsent(read.position(), position -> new ByteArrayOutputStream())
          .writeBytes(pull(read.memory()));
    }
    ByteArrayOutputStream zero = chunks.remove(0);
    byte[] reduced = zero == null ? call.message() : zero.toByteArray();
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    int from = 0;
    for (Map.Entry<Integer, ByteArrayOutputStream> chunk : chunks.entrySet()) {
      int inline = chunk.getKey() - whole.size();
      if (inline < 0 || from + inline > reduced.length) {
        throw new MalformedException("a Read chunk at position " + chunk.getKey());
      }
      whole.write(reduced, from, inline);
      from += inline;
      byte[] data = chunk.getValue().toByteArray();
      whole.writeBytes(Arrays.copyOf(data, data.length + (-data.length & (UNIT - 1))));
    }
    whole.write(reduced, from, reduced.length - from);
    return whole.toByteArray();
  }

  private byte[] pull(Remote from) throws EndpointException, MalformedException {
    check(from.length());
    if (from.length() > 0) {
      endpoint.read(List.of(memory.slice(0, from.length())), from);
    }
    return memory.bytes(0, from.length());
  }

  /** Writes bytes into a chunk; what was used of it. */
  private List<Remote> push(byte[] bytes, List<Remote> chunk)
      throws EndpointException, MalformedException {
    check(bytes.length);
    memory.put(0, bytes);
    List<Remote> used = new ArrayList<>(chunk.size());
    int at = 0;
    for (Remote segment : chunk) {
      Remote part = segment.part(0, Math.min(segment.length(), bytes.length - at));
      if (part.length() > 0) {
        endpoint.write(List.of(memory.slice(at, part.length())), part, OptionalInt.empty());
      }
      at += part.length();
      used.add(part);
    }
    if (at < bytes.length) {
      throw new MalformedException("a chunk that is too small for " + bytes.length + " bytes");
    }
    return used;
  }

  private static void check(int length) throws MalformedException {
    if (length > MEMORY) {
      throw new MalformedException("a segment of " + length + " bytes");
    }
  }

  private void send(RdmaMessage reply) throws EndpointException, MalformedException {
    byte[] bytes = reply.bytes();
    if (bytes.length > inline.toPeer()) {
      throw new MalformedException("no Reply chunk for a reply of " + bytes.length + " bytes");
    }
    message.put(0, bytes);
    endpoint.send(
        List.of(message.slice(0, bytes.length)), OptionalInt.empty(), OptionalInt.empty());
  }
}
