package org.rdmadump.analysis.report;

/** How many calls and replies there were, and how long replies took. */
public final class CallTally {
  private final LatencyBuckets latencies = new LatencyBuckets();
  private long calls;
  private long replies;
  private long failed;

  CallTally() {}

  void call() {
    calls++;
  }

  void reply(boolean isFailed) {
    replies++;
    failed += isFailed ? 1 : 0;
  }

  /** Counts an RDMA_ERROR, which is no reply. */
  void refused() {
    failed++;
  }

  void latency(long nanos) {
    latencies.add(nanos);
  }

  /** Takes those of another. */
  void add(CallTally other) {
    latencies.add(other.latencies);
    calls += other.calls;
    replies += other.replies;
    failed += other.failed;
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
}
