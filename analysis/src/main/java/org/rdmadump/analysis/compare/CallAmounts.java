package org.rdmadump.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.MovedBytes;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.xdr.decode.XdrContent;

/** What each call of one kind offered and moved with its reply; repeats are left out. */
public final class CallAmounts {
  private static final List<MovedBy> WAYS = List.of(MovedBy.values());
  private static final Optional<String> WRITE = Optional.of("WRITE");
  private static final String COUNT = "count";
  private static final String COUNT_OF_3 = "resok.count";

  private final Map<String, Amounts> amounts = new TreeMap<>();
  private final MovedBytes moved = new MovedBytes();
  private final List<Amounts> bytes = new ArrayList<>(WAYS.size());
  private final Amounts readChunks = amounts(CompareKind.CHUNKS, "read_chunks");
  private final Amounts writeChunks = amounts(CompareKind.CHUNKS, "write_chunks");
  private final Amounts replyChunks = amounts(CompareKind.CHUNKS, "reply_chunks");
  private final Amounts segments = amounts(CompareKind.CHUNKS, "segments");
  private long readLength;
  private long writeLength;
  private long replyLength;
  private long written;
  private long calls;
  private long replies;
  private long invalidating;

  /**
   * A sum over all calls that is compared only exactly.
   *
   * @param kind what it is compared as
   * @param measure what it is of
   * @param bytes the sum
   */
  record Total(CompareKind kind, String measure, long bytes) {}

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
      written += written(reply.get());
      invalidating += reply.get().invalidated().isPresent() ? 1 : 0;
    }
    for (int i = 0; i < bytes.size(); i++) {
      bytes.get(i).grownTo(moved.by(WAYS.get(i)));
    }
    int offered = 0;
    List<ReadChunk> read = call.readChunks();
    for (int i = 0; i < read.size(); i++) {
      offered += read.get(i).segments().size();
      readLength += length(read.get(i).segments());
    }
    List<WriteChunk> write = call.writeChunks();
    for (int i = 0; i < write.size(); i++) {
      offered += write.get(i).segments().size();
      writeLength += length(write.get(i).segments());
    }
    Optional<WriteChunk> ofReply = call.replyChunk();
    if (ofReply.isPresent()) {
      offered += ofReply.get().segments().size();
      replyLength += length(ofReply.get().segments());
      replyChunks.add(1);
    }
    readChunks.add(read.size());
    writeChunks.add(write.size());
    segments.add(offered);
  }

  private static long length(List<ChunkSegment> segments) {
    long length = 0;
    for (int i = 0; i < segments.size(); i++) {
      length += segments.get(i).length();
    }
    return length;
  }

  /** The bytes that the reply of a WRITE says were written, which may be fewer than were sent. */
  private static long written(RpcMessage reply) {
    if (!reply.operation().equals(WRITE)) {
      return 0;
    }
    Optional<Nfs4Operation> results = reply.content().mainResult();
    if (results.isPresent()) {
      return results.get().u64(COUNT).orElse(0);
    }
    Optional<XdrContent> body = reply.content().body();
    return body.isPresent() ? body.get().tree().number(COUNT_OF_3).orElse(0) : 0;
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

  /** What only exact comparisons look at: lengths of offered chunks, and bytes written. */
  List<Total> totals() {
    return List.of(
        new Total(CompareKind.CHUNKS, "read_chunk_length", readLength),
        new Total(CompareKind.CHUNKS, "write_chunk_length", writeLength),
        new Total(CompareKind.CHUNKS, "reply_chunk_length", replyLength),
        new Total(CompareKind.BYTES, "written", written));
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
