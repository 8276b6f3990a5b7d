package org.rdmadump.analysis.report;

import java.util.Optional;
import org.rdmadump.rpcrdma.RdmaTiming;

/** The calls of one operation in a part of the time. */
public final class OperationSpan {
  private final LatencyBuckets latencies = new LatencyBuckets();
  private long calls;
  private long replies;
  private long failed;
  private long toFirstRdma;
  private long rdma;
  private long server;
  private long toReply;

  OperationSpan() {}

  void call() {
    calls++;
  }

  void reply(boolean isFailed) {
    replies++;
    failed += isFailed ? 1 : 0;
  }

  void refused() {
    failed++;
  }

  /** Takes a latency, and where it went. */
  void latency(long nanos, Optional<RdmaTiming> timing) {
    latencies.add(nanos);
    if (timing.isPresent()) {
      toFirstRdma += timing.get().toFirstRdma();
      rdma += timing.get().rdma();
      toReply += timing.get().toReply();
    } else {
      server += nanos;
    }
  }

  void add(OperationSpan other) {
    latencies.add(other.latencies);
    calls += other.calls;
    replies += other.replies;
    failed += other.failed;
    toFirstRdma += other.toFirstRdma;
    rdma += other.rdma;
    server += other.server;
    toReply += other.toReply;
  }

  /** {@return calls sent, repeats not counted} */
  public long calls() {
    return calls;
  }

  /** {@return replies sent} */
  public long replies() {
    return replies;
  }

  /** {@return replies that say that the call failed, RDMA_ERROR included} */
  public long failed() {
    return failed;
  }

  /** {@return latencies of the calls that were answered} */
  public LatencyBuckets latencies() {
    return latencies;
  }

  /** {@return nanoseconds from calls to their first RDMA operation, summed up} */
  public long toFirstRdma() {
    return toFirstRdma;
  }

  /** {@return nanoseconds from first to last RDMA packets, summed up} */
  public long rdma() {
    return rdma;
  }

  /** {@return nanoseconds of the calls that RDMA moved nothing for, summed up} */
  public long server() {
    return server;
  }

  /** {@return nanoseconds from the last RDMA packet to the reply, summed up} */
  public long toReply() {
    return toReply;
  }
}
