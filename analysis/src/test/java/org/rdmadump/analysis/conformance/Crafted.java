package org.rdmadump.analysis.conformance;

import java.util.Arrays;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** Calls with their replies that the cases are about, done right, or wrong in one way. */
final class Crafted {
  /** More than one packet with four words of it left; fits no Send. */
  static final int MANY = 5000;

  private static final int HALF = 1024;

  private Crafted() {}

  /** How a READ brings its data, or fails to. */
  enum Read {
    RIGHT,
    /** The data comes in the Send, although a chunk was offered. */
    INLINE,
    /** The reply names another handle than the one that was offered. */
    OTHER_HANDLE,
    /** RDMA writes four bytes beside the beginning of the segment. */
    BESIDE,
    /** The reply says that less was written. */
    SAYS_LESS,
    /** The call brings a Read chunk that nothing needs. */
    READ_CHUNK,
    /** The last part is written first. */
    LAST_FIRST
  }

  /** How the data of a WRITE goes, or fails to. */
  enum Write {
    RIGHT,
    /** All of the call is in the chunk. */
    WHOLE,
    /** The reply comes before the data. */
    ANSWERED_EARLY,
    /** A place for data is offered, which a WRITE does not bring back. */
    WRITE_CHUNK,
    /** The server reads what is not the segment's. */
    BEYOND,
    /** The last part is read first. */
    LAST_FIRST
  }

  private static int sum(int... parts) {
    return Arrays.stream(parts).sum();
  }

  private static int[] reversed(int... parts) {
    int[] reversed = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      reversed[parts.length - 1 - i] = parts[i];
    }
    return reversed;
  }

  private static Segment memory(int xid, int length) {
    return Segment.of(0x100 * xid, length);
  }

  /** A READ whose data takes an RDMA Write for each part. */
  static void read(Wire wire, int xid, Read how, int... parts) {
    byte[] data = Pattern.of(xid, sum(parts));
    Segment memory = memory(xid, data.length);
    Segment more = Segment.of(0x100 * xid + 1, 8);
    RpcRdmaBuilder call = RpcRdmaBuilder.inline(xid, Nfs3.readCall(xid, data.length));
    if (how == Read.READ_CHUNK) {
      call.readChunk(8, more);
    }
    wire.call(call.writeChunk(memory));
    XdrMessage reply = NfsMessages.readReply(xid, data);
    switch (how) {
      case INLINE -> wire.reply(RpcRdmaBuilder.inline(xid, reply).writeChunk(memory.unused()));
      case OTHER_HANDLE -> {
        wire.push(memory, data, parts);
        wire.reply(RpcRdmaBuilder.reduced(xid, reply).writeChunk(memory(0x77, data.length)));
      }
      case BESIDE -> {
        wire.write(memory.handle(), memory.offset() - 4, Arrays.copyOf(data, 4));
        wire.push(memory, data, parts);
        wire.reply(RpcRdmaBuilder.reduced(xid, reply).writeChunk(memory));
      }
      case SAYS_LESS -> {
        wire.push(memory, data, parts);
        wire.reply(RpcRdmaBuilder.reduced(xid, reply).writeChunk(memory.used(data.length - 4)));
      }
      case LAST_FIRST -> {
        int at = data.length;
        for (int part : reversed(parts)) {
          at -= part;
          wire.write(
              memory.handle(), memory.offset() + at, Arrays.copyOfRange(data, at, at + part));
        }
        wire.reply(RpcRdmaBuilder.reduced(xid, reply).writeChunk(memory));
      }
      case RIGHT, READ_CHUNK -> {
        wire.push(memory, data, parts);
        wire.reply(RpcRdmaBuilder.reduced(xid, reply).writeChunk(memory));
      }
    }
  }

  /**
   * A READ by two RDMA Writes of which the second came first, and something between them.
   *
   * @param between what that is
   */
  static void readInTwo(Wire wire, int xid, Runnable between) {
    byte[] data = Pattern.of(xid, 2 * HALF);
    Segment memory = memory(xid, data.length);
    wire.call(RpcRdmaBuilder.inline(xid, Nfs3.readCall(xid, data.length)).writeChunk(memory));
    wire.write(
        memory.handle(), memory.offset() + HALF, Arrays.copyOfRange(data, HALF, data.length));
    between.run();
    wire.write(memory.handle(), memory.offset(), Arrays.copyOf(data, HALF));
    wire.reply(RpcRdmaBuilder.reduced(xid, NfsMessages.readReply(xid, data)).writeChunk(memory));
  }

  /** A WRITE whose data takes an RDMA Read for each part. */
  static void write(Wire wire, int xid, Write how, int... parts) {
    byte[] data = Pattern.of(xid, sum(parts));
    Segment memory = memory(xid, data.length);
    XdrMessage call = Nfs3.writeCall(xid, data);
    RpcRdmaBuilder reply = RpcRdmaBuilder.inline(xid, NfsMessages.writeReply(xid, data.length));
    RpcRdmaBuilder usual = RpcRdmaBuilder.reduced(xid, call).readChunk(call.position(0), memory);
    switch (how) {
      case WHOLE -> {
        Segment whole = memory.used(call.length());
        wire.call(RpcRdmaBuilder.nomsg(xid).readChunk(0, whole));
        int[] longer = parts.clone();
        longer[parts.length - 1] += call.length() - data.length;
        wire.pull(whole, call.bytes(), longer);
      }
      case ANSWERED_EARLY -> {
        wire.call(usual);
        int rest = data.length - parts[parts.length - 1];
        wire.pull(memory, data, Arrays.copyOf(parts, parts.length - 1));
        Runnable response =
            wire.ask(
                memory.handle(),
                memory.offset() + rest,
                Arrays.copyOfRange(data, rest, data.length));
        wire.reply(reply);
        response.run();
        return;
      }
      case WRITE_CHUNK -> {
        Segment more = Segment.of(0x100 * xid + 1, 8);
        wire.call(usual.writeChunk(more));
        wire.pull(memory, data, parts);
        reply.writeChunk(more.unused());
      }
      case BEYOND -> {
        wire.call(usual);
        wire.pull(memory, data, parts);
        wire.ask(memory.handle(), memory.offset() + data.length, new byte[16]).run();
      }
      case LAST_FIRST -> {
        wire.call(usual);
        int at = data.length;
        for (int part : reversed(parts)) {
          at -= part;
          wire.ask(memory.handle(), memory.offset() + at, Arrays.copyOfRange(data, at, at + part))
              .run();
        }
      }
      case RIGHT -> {
        wire.call(usual);
        wire.pull(memory, data, parts);
      }
    }
    wire.reply(reply);
  }

  /** A call and its reply, both in Sends without chunks. */
  static void inline(Wire wire, int xid, XdrMessage call, XdrMessage reply) {
    wire.call(RpcRdmaBuilder.inline(xid, call));
    wire.reply(RpcRdmaBuilder.inline(xid, reply));
  }

  /** A call whose reply comes through a Reply chunk. */
  static void byReplyChunk(Wire wire, int xid, RpcRdmaBuilder call, XdrMessage reply) {
    Segment memory = memory(xid, MANY);
    wire.call(call.replyChunk(memory));
    wire.push(memory, reply.bytes(), reply.length());
    wire.reply(RpcRdmaBuilder.nomsg(xid).replyChunk(memory.used(reply.length())));
  }
}
