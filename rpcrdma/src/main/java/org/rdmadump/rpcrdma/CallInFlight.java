package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrefix;

/** A call from its Send to its reply, and the memory that it advertised. */
final class CallInFlight {
  final int xid;
  final int side;
  final Send send;
  final ParsedHeader parsed;

  /** Segments in the order of the Read list, of the Write list's chunks, of the Reply chunk. */
  final List<RdmaSegment> readSegments = new ArrayList<>(0);

  final List<List<RdmaSegment>> writeChunks = new ArrayList<>(0);
  final List<RdmaSegment> replySegments = new ArrayList<>(0);

  /** Calls with the same XID and chunks that came later. */
  final List<Send> repeats = new ArrayList<>(0);

  @Nullable RpcMessage message;
  Optional<RpcCallHeader> rpc = Optional.empty();
  Optional<RpcPrefix> partialRpc = Optional.empty();
  OptionalLong answeredBy = OptionalLong.empty();
  private boolean settled;
  private int incompleteReads;

  CallInFlight(int xid, int side, Send send, ParsedHeader parsed) {
    this.xid = xid;
    this.side = side;
    this.send = send;
    this.parsed = parsed;
  }

  void settle() {
    settled = true;
  }

  boolean isSettled() {
    return settled;
  }

  /** Counts the Read segments that wait for data. */
  void countReads() {
    incompleteReads = 0;
    for (RdmaSegment segment : readSegments) {
      if (!segment.isComplete()) {
        incompleteReads++;
      }
    }
  }

  boolean isWhole() {
    return incompleteReads == 0;
  }

  boolean isEmitted() {
    return message != null;
  }

  /** Whether {@code other} lists the same segments, as a repeat of the same call does. */
  boolean hasSameChunks(ParsedHeader other) {
    return parsed.readList().equals(other.readList())
        && parsed.writeList().equals(other.writeList())
        && parsed.replyChunk().equals(other.replyChunk());
  }

  /** Every segment that it advertised. */
  List<RdmaSegment> segments() {
    List<RdmaSegment> all = new ArrayList<>(readSegments);
    writeChunks.forEach(all::addAll);
    all.addAll(replySegments);
    return all;
  }
}
