package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** Writes a decoded message down again, word by word, as it must have stood on the wire. */
final class WireWords {
  private final List<Integer> words = new ArrayList<>();

  private WireWords() {}

  /** The words of a message whose chunks carried nothing into the rebuilt stream. */
  static List<Integer> of(RpcMessage message) {
    WireWords wire = new WireWords();
    wire.header(message);
    if (message.header().procedure().filter(RdmaProcedure.RDMA_MSG::equals).isPresent()) {
      for (long at = 0; at < message.stream().length(); at += Integer.BYTES) {
        wire.words.add(message.stream().getInt(at));
      }
    }
    return wire.words;
  }

  private void header(RpcMessage message) {
    words.add(message.header().xid());
    words.add(message.header().version());
    words.add(message.header().credits());
    words.add(message.header().procedureCode());
    if (message.header().error().isPresent()) {
      RdmaError error = message.header().error().get();
      words.add(error.code());
      if (error.code() == RdmaError.ERR_VERS) {
        words.add((int) error.low());
        words.add((int) error.high());
      }
    } else {
      lists(message);
    }
  }

  private void lists(RpcMessage message) {
    for (ReadChunk chunk : message.readChunks()) {
      for (ChunkSegment each : chunk.segments()) {
        words.add(1);
        words.add((int) chunk.position());
        segment(each);
      }
    }
    words.add(0);
    for (WriteChunk chunk : message.writeChunks()) {
      chunk(chunk);
    }
    words.add(0);
    message.replyChunk().ifPresentOrElse(this::chunk, () -> words.add(0));
  }

  private void chunk(WriteChunk chunk) {
    words.add(1);
    words.add(chunk.segments().size());
    chunk.segments().forEach(this::segment);
  }

  private void segment(ChunkSegment segment) {
    words.add(segment.handle());
    words.add((int) segment.length());
    words.add((int) (segment.offset() >>> Integer.SIZE));
    words.add((int) segment.offset());
  }
}
