package org.rdmadump.exercise.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.Remote;

/**
 * An RPC-over-RDMA version 1 message: what a Send carries.
 *
 * <pre>
 * xid, version 1, credits, procedure,
 * Read list:  { 1, position, handle, length, offset(64) }... 0
 * Write list: { 1, count, { handle, length, offset(64) }... }... 0
 * Reply chunk: 0, or 1, count, { handle, length, offset(64) }...
 * RPC message, of RDMA_MSG
 * </pre>
 *
 * <p>RFC 8166 section 4.
 *
 * @param xid the same as in the RPC message
 * @param credits asked for by a call, granted by a reply
 * @param procedure {@link #MSG}, {@link #NOMSG} or {@link #ERROR}
 * @param reads the Read list, in order
 * @param writes the Write list: chunks, each of segments
 * @param reply segments of the Reply chunk, if there is one
 * @param message what follows the header; of {@link #ERROR} the error and its arguments
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RdmaMessage(
    int xid,
    int credits,
    int procedure,
    List<ReadSegment> reads,
    List<List<Remote>> writes,
    Optional<List<Remote>> reply,
    byte[] message) {
  /** The only version. */
  public static final int VERSION = 1;

  /** Procedure: an RPC message follows. */
  public static final int MSG = 0;

  /** Procedure: the RPC message is in a chunk. */
  public static final int NOMSG = 1;

  /** Procedure: the message was not understood. */
  public static final int ERROR = 4;

  /** Error: the version is not known; the versions that are known follow. */
  static final int ERR_VERS = 1;

  /** Error: the header or its chunks cannot be used. */
  static final int ERR_CHUNK = 2;

  private static final int MOST_SEGMENTS = 256;

  /**
   * A segment of the Read list.
   *
   * @param position of its chunk in the RPC message; 0 of one that holds all of it
   * @param memory where the bytes are
   */
  public record ReadSegment(int position, Remote memory) {}

  /** {@return a message without chunks} */
  public static RdmaMessage inline(int xid, int credits, byte[] rpc) {
    return withoutChunks(xid, credits, MSG, rpc);
  }

  private static RdmaMessage withoutChunks(int xid, int credits, int procedure, byte[] message) {
    return new RdmaMessage(
        xid, credits, procedure, List.of(), List.of(), Optional.empty(), message);
  }

  /** {@return an error with its arguments (RFC 8166 section 4.5)} */
  static RdmaMessage error(int xid, int credits, int code) {
    XdrWriter body = new XdrWriter().u32(code);
    if (code == ERR_VERS) {
      XdrWriter unused = body.u32(VERSION).u32(VERSION);
    }
    return withoutChunks(xid, credits, ERROR, body.message().bytes());
  }

  /** {@return it as bytes} */
  public byte[] bytes() {
    XdrWriter out = new XdrWriter().u32(xid).u32(VERSION).u32(credits).u32(procedure);
    if (procedure == ERROR) {
      return out.fixed(message).message().bytes();
    }
    for (ReadSegment read : reads) {
      segment(out.u32(1).u32(read.position), read.memory);
    }
    out.u32(0);
    for (List<Remote> chunk : writes) {
      chunk(out.u32(1), chunk);
    }
    out.u32(0);
    if (reply.isPresent()) {
      chunk(out.u32(1), reply.get());
    } else {
      out.u32(0);
    }
    byte[] header = out.message().bytes();
    byte[] all = Arrays.copyOf(header, header.length + message.length);
    System.arraycopy(message, 0, all, header.length, message.length);
    return all;
  }

  private static void chunk(XdrWriter out, List<Remote> segments) {
    out.u32(segments.size());
    for (Remote segment : segments) {
      segment(out, segment);
    }
  }

  private static void segment(XdrWriter out, Remote memory) {
    XdrWriter unused = out.u32(memory.handle()).u32(memory.length()).u64(memory.address());
  }

  /**
   * {@return the message that a Send carries}
   *
   * @throws MalformedException if it is none, or of another version
   */
  public static RdmaMessage of(byte[] bytes) throws MalformedException {
    XdrCursor in = new XdrCursor(bytes);
    int xid = in.u32();
    int version = in.u32();
    int credits = in.u32();
    int procedure = in.u32();
    if (version != VERSION) {
      throw new MalformedException(
          "RPC-over-RDMA version " + Integer.toUnsignedString(version) + ", not " + VERSION);
    }
    if (procedure == ERROR) {
      return withoutChunks(xid, credits, procedure, in.rest());
    }
    if (procedure != MSG && procedure != NOMSG) {
      throw new MalformedException(
          "RPC-over-RDMA procedure " + Integer.toUnsignedString(procedure));
    }
    List<ReadSegment> reads = new ArrayList<>();
    while (isThere(in)) {
      int position = in.u32();
      reads.add(new ReadSegment(position, segment(in)));
      limit(reads.size());
    }
    List<List<Remote>> writes = new ArrayList<>();
    while (isThere(in)) {
      writes.add(chunk(in));
      limit(writes.size());
    }
    Optional<List<Remote>> reply = isThere(in) ? Optional.of(chunk(in)) : Optional.empty();
    return new RdmaMessage(xid, credits, procedure, reads, writes, reply, in.rest());
  }

  private static boolean isThere(XdrCursor in) throws MalformedException {
    return in.u32() != 0;
  }

  private static List<Remote> chunk(XdrCursor in) throws MalformedException {
    int count = in.u32();
    limit(count);
    List<Remote> segments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      segments.add(segment(in));
    }
    return segments;
  }

  private static Remote segment(XdrCursor in) throws MalformedException {
    int handle = in.u32();
    int length = in.u32();
    if (length < 0) {
      throw new MalformedException("a segment of " + Integer.toUnsignedString(length) + " bytes");
    }
    return new Remote(handle, in.u64(), length);
  }

  private static void limit(int count) throws MalformedException {
    if (count < 0 || count > MOST_SEGMENTS) {
      throw new MalformedException("more than " + MOST_SEGMENTS + " entries in a chunk list");
    }
  }
}
