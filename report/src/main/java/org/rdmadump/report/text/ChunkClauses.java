package org.rdmadump.report.text;

import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Sums up the chunks of a message, such as {@code 1 Write chunk, 4 segments, 1 MiB in 256 packets,
 * 812 us}.
 */
final class ChunkClauses {
  private final Clauses clauses;

  // Of the chunks that are being summed up.
  private int segments;
  private long length;
  private long transferred;
  private boolean moved;
  private int packets;
  private String unit = "";

  /** Which RDMA Writes of the message went into its Reply chunk. */
  private WritesByReply byReply = WritesByReply.NONE;

  private long firstNanos;
  private long lastNanos;

  ChunkClauses(Clauses clauses) {
    this.clauses = clauses;
  }

  /** Appends a clause for each kind of chunk that the message has. */
  void put(AsciiBuffer line, RpcMessage message) {
    boolean call = message.rpc().isPresent() && message.rpc().get().call();
    unit = message.transport().unit();
    byReply = WritesByReply.of(message);
    putReadChunks(line, message);
    putWriteChunks(line, message, call);
    if (message.replyChunk().isPresent()) {
      reset();
      add(message.replyChunk().get().segments());
      addMoved(message, RdmaTransfer.Kind.WRITE, /* ofReplyChunk= */ true);
      putUnlessUnused(line, "Reply chunk", 1, call);
    }
  }

  private void putReadChunks(AsciiBuffer line, RpcMessage message) {
    List<ReadChunk> chunks = message.readChunks();
    int atZero = 0;
    reset();
    for (int i = 0; i < chunks.size(); i++) {
      if (chunks.get(i).position() == 0) {
        atZero++;
      }
      add(chunks.get(i).segments());
    }
    if (chunks.isEmpty()) {
      return;
    }
    addMoved(message, RdmaTransfer.Kind.READ, /* ofReplyChunk= */ false);
    clauses.next(line);
    if (atZero > 0) {
      Quantities.putCount(line, atZero, "Position-Zero Read chunk");
    }
    if (atZero < chunks.size()) {
      line.put(atZero > 0 ? " and " : "");
      Quantities.putCount(line, chunks.size() - atZero, "Read chunk");
    }
    putTotals(line);
  }

  private void putWriteChunks(AsciiBuffer line, RpcMessage message, boolean call) {
    List<WriteChunk> chunks = message.writeChunks();
    reset();
    for (int i = 0; i < chunks.size(); i++) {
      add(chunks.get(i).segments());
    }
    if (!chunks.isEmpty()) {
      addMoved(message, RdmaTransfer.Kind.WRITE, /* ofReplyChunk= */ false);
      putUnlessUnused(line, "Write chunk", chunks.size(), call);
    }
  }

  private void putUnlessUnused(AsciiBuffer line, String noun, int count, boolean call) {
    clauses.next(line);
    line.put(call ? "offers " : "");
    Quantities.putCount(line, count, noun);
    if (!call && length == 0) {
      line.put(" unused");
    } else {
      putTotals(line);
    }
  }

  private void putTotals(AsciiBuffer line) {
    line.put(", ");
    Quantities.putCount(line, segments, "segment");
    line.put(", ");
    if (moved && transferred != length) {
      Quantities.putSize(line, transferred);
      line.put(" of ");
    }
    Quantities.putSize(line, length);
    if (packets > 0) {
      line.put(" in ");
      Quantities.putCount(line, packets, unit);
      if (lastNanos > firstNanos) {
        line.put(", ");
        Quantities.putDuration(line, lastNanos - firstNanos);
      }
    }
  }

  private void reset() {
    segments = 0;
    length = 0;
    transferred = 0;
    moved = false;
    packets = 0;
    firstNanos = Long.MAX_VALUE;
    lastNanos = Long.MIN_VALUE;
  }

  private void add(List<ChunkSegment> more) {
    for (int i = 0; i < more.size(); i++) {
      ChunkSegment segment = more.get(i);
      OptionalLong seen = segment.transferred();
      segments++;
      length += segment.length();
      if (seen.isPresent()) {
        moved = true;
        transferred += seen.getAsLong();
      }
    }
  }

  /** Adds the operations of a kind, each once, be they of the Reply chunk or of the others. */
  private void addMoved(RpcMessage message, RdmaTransfer.Kind kind, boolean ofReplyChunk) {
    List<RdmaTransfer> transfers = message.transfers();
    for (int i = 0; i < transfers.size(); i++) {
      RdmaTransfer transfer = transfers.get(i);
      if (transfer.kind() == kind && byReply.has(transfer) == ofReplyChunk) {
        packets += transfer.packets();
        firstNanos = Math.min(firstNanos, transfer.firstNanos());
        lastNanos = Math.max(lastNanos, transfer.lastNanos());
      }
    }
  }
}
