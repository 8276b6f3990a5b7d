package org.rdmadump.analysis.report;

import java.util.Optional;
import org.rdmadump.rpcrdma.RdmaTiming;

/** The calls of one operation in a part of the time. */
public final class OperationSpan {
  private final CallTally tally = new CallTally();
  private long toFirstRdma;
  private long rdma;
  private long server;
  private long toReply;

  OperationSpan() {}

  /** Takes a latency, and where it went. */
  void latency(long nanos, Optional<RdmaTiming> timing) {
    tally.latency(nanos);
    if (timing.isPresent()) {
      toFirstRdma += timing.get().toFirstRdma();
      rdma += timing.get().rdma();
      toReply += timing.get().toReply();
    } else {
      server += nanos;
    }
  }

  void add(OperationSpan other) {
    tally.add(other.tally);
    toFirstRdma += other.toFirstRdma;
    rdma += other.rdma;
    server += other.server;
    toReply += other.toReply;
  }

  /** {@return its calls} */
  public CallTally tally() {
    return tally;
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
