package org.rdmadump.analysis.compare;

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
  private final Map<String, Amounts> amounts = new TreeMap<>();
  private long calls;
  private long replies;
  private long invalidating;

  CallAmounts() {}

  /** Takes a call, with its reply if there is one. */
  void add(RpcMessage call, RpcExchange exchange) {
    calls++;
    MovedBytes moved = new MovedBytes();
    add(moved, call);
    Optional<RpcMessage> reply = exchange.reply();
    if (reply.isPresent()) {
      add(moved, reply.get());
      replies++;
      invalidating += reply.get().invalidated().isPresent() ? 1 : 0;
    }
    for (MovedBy each : MovedBy.values()) {
      add(CompareKind.BYTES, each.label(), moved.by(each));
    }
    int segments = 0;
    for (ReadChunk chunk : call.readChunks()) {
      segments += chunk.segments().size();
    }
    for (WriteChunk chunk : call.writeChunks()) {
      segments += chunk.segments().size();
    }
    if (call.replyChunk().isPresent()) {
      segments += call.replyChunk().get().segments().size();
    }
    add(CompareKind.CHUNKS, "read_chunks", call.readChunks().size());
    add(CompareKind.CHUNKS, "write_chunks", call.writeChunks().size());
    add(CompareKind.CHUNKS, "reply_chunks", call.replyChunk().isPresent() ? 1 : 0);
    add(CompareKind.CHUNKS, "segments", segments);
  }

  private static void add(MovedBytes moved, RpcMessage message) {
    Optional<RpcSummary> rpc = message.rpc();
    if (rpc.isPresent() && rpc.get().length().isPresent()) {
      moved.add(message, rpc.get().length().getAsLong());
    }
  }

  private void add(CompareKind kind, String measure, long amount) {
    if (amount > 0) {
      amounts.computeIfAbsent(measure, any -> new Amounts(kind)).add(amount);
    }
  }

  /** The names of what some call had. */
  List<String> measures() {
    return List.copyOf(amounts.keySet());
  }

  /** What calls had of one, if any did. */
  Optional<Amounts> of(String measure) {
    return Optional.ofNullable(amounts.get(measure));
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
