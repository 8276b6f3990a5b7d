package org.rdmadump.analysis.stats;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.MovedBytes;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/** Calls of one kind with their replies; repeats are not counted. */
public final class OperationStats {
  private final OperationKey key;
  private final Durations latency = new Durations();
  private final ErrorCounts errors = new ErrorCounts();
  private final MovedBytes bytes = new MovedBytes();
  private long calls;
  private long replies;
  private long failed;
  private long sentAgain;
  private long wireNanos;
  private long callBytes;
  private long callsOfKnownLength;
  private long repliesOfKnownLength;
  private long replyBytes;
  private long readChunks;
  private long writeChunks;
  private long replyChunks;
  private long segments;

  OperationStats(OperationKey key) {
    this.key = key;
  }

  /** Counts a call that was counted already when it was sent first. */
  void again() {
    sentAgain++;
  }

  void call(RpcMessage call) {
    calls++;
    callBytes += length(call);
    callsOfKnownLength += isLengthKnown(call) ? 1 : 0;
    moved(call);
    List<ReadChunk> read = call.readChunks();
    readChunks += read.size();
    for (int i = 0; i < read.size(); i++) {
      segments += read.get(i).segments().size();
    }
    List<WriteChunk> write = call.writeChunks();
    writeChunks += write.size();
    for (int i = 0; i < write.size(); i++) {
      segments += write.get(i).segments().size();
    }
    if (call.replyChunk().isPresent()) {
      replyChunks++;
      segments += call.replyChunk().get().segments().size();
    }
  }

  void reply(RpcMessage reply, RpcSummary rpc, Optional<String> error) {
    replies++;
    replyBytes += length(reply);
    repliesOfKnownLength += isLengthKnown(reply) ? 1 : 0;
    moved(reply);
    if (rpc.latencyNanos().isPresent()) {
      latency.add(rpc.latencyNanos().getAsLong());
    }
    if (error.isPresent()) {
      fail(error.get());
    }
  }

  /** Takes how long one of its calls, its data and its reply were on the wire. */
  void onWire(long nanos) {
    wireNanos += nanos;
  }

  /** Counts an answer that says that it went wrong. */
  void fail(String status) {
    failed++;
    errors.add(status);
  }

  private static boolean isLengthKnown(RpcMessage message) {
    return message.rpc().orElseThrow().length().isPresent();
  }

  private static long length(RpcMessage message) {
    RpcSummary rpc = message.rpc().orElseThrow();
    return rpc.length().isPresent() ? rpc.length().getAsLong() : 0;
  }

  private void moved(RpcMessage message) {
    bytes.add(message, length(message));
  }

  /** {@return what is counted here} */
  public OperationKey key() {
    return key;
  }

  /** {@return calls} */
  public long calls() {
    return calls;
  }

  /** {@return replies} */
  public long replies() {
    return replies;
  }

  /**
   * {@return calls of which an answer says that they went wrong, RDMA_ERROR included; replies to
   * calls that were not captured count, too}
   */
  public long failed() {
    return failed;
  }

  /**
   * {@return how often such a call was retransmitted, on its connection or on another one; of those
   * that a filter chose, only on another one}
   */
  public long sentAgain() {
    return sentAgain;
  }

  /** {@return them by status, such as {@code NFS4ERR_NOENT}, at most 65 different ones} */
  public Map<String, Long> errors() {
    return errors.counts();
  }

  /** {@return from the first frame of a call's Send to the last of its reply's} */
  public Durations latency() {
    return latency;
  }

  /** {@return the part of all latencies, in nanoseconds, that {@link WireTime} knows of} */
  public long wireNanos() {
    return wireNanos;
  }

  /**
   * {@return bytes of the calls whose length is known, chunks and their round-up padding included;
   * empty if there are calls and it is known of none}
   */
  public OptionalLong callBytes() {
    return calls > 0 && callsOfKnownLength == 0 ? OptionalLong.empty() : OptionalLong.of(callBytes);
  }

  /** {@return bytes of the replies, likewise} */
  public OptionalLong replyBytes() {
    return replies > 0 && repliesOfKnownLength == 0
        ? OptionalLong.empty()
        : OptionalLong.of(replyBytes);
  }

  /** {@return bytes of calls and replies that travelled one way} */
  public long bytes(MovedBy movedBy) {
    return bytes.by(movedBy);
  }

  /** {@return Read chunks that the calls offered, Position-Zero ones included} */
  public long readChunks() {
    return readChunks;
  }

  /** {@return Write chunks that they offered} */
  public long writeChunks() {
    return writeChunks;
  }

  /** {@return Reply chunks that they offered} */
  public long replyChunks() {
    return replyChunks;
  }

  /** {@return segments of all these chunks} */
  public long segments() {
    return segments;
  }
}
