package org.rdmadump.report.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** Which RDMA Writes of a message went into its Reply chunk, and which into its Write chunks. */
final class WritesByReply {
  static final WritesByReply NONE = new WritesByReply(false);
  private static final WritesByReply ALL = new WritesByReply(true);

  /** Of those whose handle is not listed. */
  private final boolean others;

  /** By handle, and in that by their addresses as unsigned numbers: segments of the Reply chunk? */
  private final Map<Integer, NavigableMap<Long, Boolean>> segments = new HashMap<>();

  private WritesByReply(boolean others) {
    this.others = others;
  }

  /** {@return those of a message} */
  static WritesByReply of(RpcMessage message) {
    if (message.replyChunk().isEmpty() || message.transfers().isEmpty()) {
      return NONE;
    }
    if (message.writeChunks().isEmpty()) {
      return ALL;
    }
    WritesByReply some = new WritesByReply(false);
    for (WriteChunk chunk : message.writeChunks()) {
      some.add(chunk.segments(), false);
    }
    some.add(message.replyChunk().get().segments(), true);
    return some;
  }

  private void add(List<ChunkSegment> listed, boolean byReply) {
    for (ChunkSegment each : listed) {
      segments
          .computeIfAbsent(each.handle(), handle -> new TreeMap<>(Long::compareUnsigned))
          .putIfAbsent(each.offset(), byReply);
    }
  }

  /** Whether an operation went into the Reply chunk. */
  boolean has(RdmaTransfer transfer) {
    NavigableMap<Long, Boolean> sharing = segments.get(transfer.handle());
    if (sharing == null || transfer.kind() == RdmaTransfer.Kind.READ) {
      return others && transfer.kind() == RdmaTransfer.Kind.WRITE;
    }
    Map.Entry<Long, Boolean> begun = sharing.floorEntry(transfer.address());
    return (begun == null ? sharing.firstEntry() : begun).getValue();
  }
}
