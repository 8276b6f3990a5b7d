package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * What of a message is missing if every frame is cut at 128 bytes, on Ethernet and IPv4 with a path
 * MTU of 1024 bytes: worked out from lengths alone.
 */
final class CutMessage {
  private static final int MTU = 1024;

  /** Left behind Ethernet (14), IPv4 (20), UDP (8) and BTH (12). */
  private static final int PLAIN = 128 - 14 - 20 - 8 - 12;

  private static final int IETH = 4;
  private static final int AETH = 4;
  private static final int RETH = 16;

  private final RpcMessage message;
  private final List<MissingRange> missing = new ArrayList<>();
  private long length;

  private CutMessage(RpcMessage message) {
    this.message = message;
  }

  /** Whether the first frame of a Send shows all of a header. */
  static boolean showsHeader(RpcMessage message, int header) {
    return header <= seen(message, 0);
  }

  /** The missing ranges of a message whose header was whole. */
  static List<MissingRange> missing(RpcMessage message) {
    CutMessage cut = new CutMessage(message);
    if (message.rpc().orElseThrow().call()) {
      cut.call();
    } else {
      cut.reply();
    }
    return cut.missing;
  }

  private boolean isInline() {
    return message.header().procedure().filter(RdmaProcedure.RDMA_MSG::equals).isPresent();
  }

  private void call() {
    long from = message.header().length();
    for (ReadChunk chunk : message.readChunks()) {
      if (isInline()) {
        // Positions count in the rebuilt message.
        long to = from + chunk.position() - length;
        inline(from, to);
        from = to;
      }
      chunk(chunk.segments());
    }
    if (isInline()) {
      inline(from, message.sendLength());
    }
  }

  private void reply() {
    if (isInline()) {
      inline(message.header().length(), message.sendLength());
      // No result is visible that would say where a Write chunk belongs: it follows.
      for (WriteChunk chunk : message.writeChunks()) {
        chunk(chunk.segments());
      }
    } else {
      message.replyChunk().ifPresent(chunk -> chunk(chunk.segments()));
    }
  }

  private static int seen(RpcMessage message, long packet) {
    boolean last = packet == message.sendPackets() - 1;
    return last && message.invalidated().isPresent() ? PLAIN - IETH : PLAIN;
  }

  private void inline(long from, long to) {
    long at = from;
    while (at < to) {
      long packet = at / MTU;
      long end = Math.min(to, (packet + 1) * MTU);
      piece(end - at, packet * MTU + seen(message, packet) - at);
      at = end;
    }
  }

  private void chunk(List<ChunkSegment> segments) {
    long total = 0;
    for (ChunkSegment segment : segments) {
      total += segment.length();
      long at = 0;
      while (at < segment.length()) {
        at += operation(segment, at);
      }
    }
    if (!message.rpc().orElseThrow().call() || isInline()) {
      piece(-total & (Integer.BYTES - 1), Integer.BYTES);
    }
  }

  /** The packets of the operation that begins at {@code at} in a segment; returns its length. */
  private long operation(ChunkSegment segment, long at) {
    for (RdmaTransfer each : message.transfers()) {
      if (each.handle() == segment.handle() && each.address() == segment.offset() + at) {
        packets(each);
        return each.length();
      }
    }
    throw new IllegalStateException("no operation at " + at + " of " + segment);
  }

  private void packets(RdmaTransfer operation) {
    boolean read = operation.kind() == RdmaTransfer.Kind.READ;
    for (long at = 0; at < operation.length(); at += MTU) {
      boolean first = at == 0;
      boolean last = at + MTU >= operation.length();
      int header = read ? (first || last ? AETH : 0) : (first ? RETH : 0);
      piece(Math.min(MTU, operation.length() - at), PLAIN - header);
    }
  }

  /** Appends bytes of which the first {@code seen} are there. */
  private void piece(long bytes, long seen) {
    long there = Math.max(0, Math.min(bytes, seen));
    length += there;
    if (there < bytes) {
      long offset = length;
      long more = bytes - there;
      int last = missing.size() - 1;
      if (last >= 0 && missing.get(last).offset() + missing.get(last).length() == offset) {
        MissingRange before = missing.remove(last);
        offset = before.offset();
        more += before.length();
      }
      missing.add(new MissingRange(offset, more, Absence.TRUNCATED));
      length += bytes - there;
    }
  }
}
