package org.rdmadump.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.MovedBytes;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/** What each call of one kind offered and moved with its reply; repeats are left out. */
public final class CallAmounts {
  private static final List<MovedBy> WAYS = List.of(MovedBy.values());

  private final Map<String, Amounts> amounts = new TreeMap<>();
  private final MovedBytes moved = new MovedBytes();
  private final List<Amounts> bytes = new ArrayList<>(WAYS.size());
  private final Amounts readChunks = amounts(CompareKind.CHUNKS, "read_chunks");
  private final Amounts writeChunks = amounts(CompareKind.CHUNKS, "write_chunks");
  private final Amounts replyChunks = amounts(CompareKind.CHUNKS, "reply_chunks");
  private final Amounts segments = amounts(CompareKind.CHUNKS, "segments");
  private long calls;
  private long replies;
  private long invalidating;

  CallAmounts() {
    for (MovedBy each : WAYS) {
      bytes.add(amounts(CompareKind.BYTES, each.label()));
    }
  }

  private Amounts amounts(CompareKind kind, String measure) {
    Amounts made = new Amounts(kind);
    amounts.put(measure, made);
    return made;
  }

  /** Takes a call, with its reply if there is one. */
  void add(RpcMessage call, RpcExchange exchange) {
    calls++;
    moved(call);
    Optional<RpcMessage> reply = exchange.reply();
    if (reply.isPresent()) {
      moved(reply.get());
      replies++;
      invalidating += reply.get().invalidated().isPresent() ? 1 : 0;
    }
    for (int i = 0; i < bytes.size(); i++) {
      bytes.get(i).grownTo(moved.by(WAYS.get(i)));
    }
    int offered = 0;
    List<ReadChunk> read = call.readChunks();
    for (int i = 0; i < read.size(); i++) {
      offered += read.get(i).segments().size();
    }
    List<WriteChunk> write = call.writeChunks();
    for (int i = 0; i < write.size(); i++) {
      offered += write.get(i).segments().size();
    }
    Optional<WriteChunk> ofReply = call.replyChunk();
    if (ofReply.isPresent()) {
      offered += ofReply.get().segments().size();
      replyChunks.add(1);
    }
    readChunks.add(read.size());
    writeChunks.add(write.size());
    segments.add(offered);
  }

  private void moved(RpcMessage message) {
    Optional<RpcSummary> rpc = message.rpc();
    if (rpc.isPresent() && rpc.get().length().isPresent()) {
      moved.add(message, rpc.get().length().getAsLong());
    }
  }

  /** The names of what some call had. */
  List<String> measures() {
    List<String> found = new ArrayList<>(amounts.keySet());
    found.removeIf(each -> of(each).isEmpty());
    return found;
  }

  /** What calls had of one, if any did. */
  Optional<Amounts> of(String measure) {
    return Optional.ofNullable(amounts.get(measure)).filter(each -> each.sum() > 0);
  }

  long calls() {
    return calls;
  }

  long replies() {
    return replies;
  }

  /** Replies that were sent with invalidation. */
  long invalidating() {
    return invalidating;
  }
}
