package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** What of a message is missing if every frame is cut, worked out from what frames show. */
final class CutMessage {
  private final CutFrames frames;
  private final RpcMessage message;
  private final List<MissingRange> missing = new ArrayList<>();
  private long length;

  private CutMessage(CutFrames frames, RpcMessage message) {
    this.frames = frames;
    this.message = message;
  }

  /** Whether the first frame of a Send shows all of a header. */
  static boolean showsHeader(CutFrames frames, RpcMessage message, int header) {
    return header <= frames.seenOfSend(message);
  }

  /** The missing ranges of a message whose header was whole. */
  static List<MissingRange> missing(CutFrames frames, RpcMessage message) {
    CutMessage cut = new CutMessage(frames, message);
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
        frames.send(message, from, to, this::piece);
        from = to;
      }
      chunk(chunk.segments());
    }
    if (isInline()) {
      frames.send(message, from, message.sendLength(), this::piece);
    }
  }

  private void reply() {
    if (isInline()) {
      frames.send(message, message.header().length(), message.sendLength(), this::piece);
      // No result is visible that would say where a Write chunk belongs: it follows.
      for (WriteChunk chunk : message.writeChunks()) {
        chunk(chunk.segments());
      }
    } else {
      message.replyChunk().ifPresent(chunk -> chunk(chunk.segments()));
    }
  }

  private void chunk(List<ChunkSegment> segments) {
    long total = 0;
    for (ChunkSegment segment : segments) {
      total += segment.length();
      frames.segment(message, segment, this::piece);
    }
    if (!message.rpc().orElseThrow().call() || isInline()) {
      piece(-total & (Integer.BYTES - 1), Integer.BYTES);
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
