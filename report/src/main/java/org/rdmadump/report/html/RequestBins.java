package org.rdmadump.report.html;

import java.util.List;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.WithoutRpc;

/** Requests without RPC-over-RDMA, and their bytes, over the time that a report shows. */
final class RequestBins {
  /** Bins at most where nothing else says how many there are. */
  private static final int MOST = 4096;

  private final List<RequestInterval> parts;
  private final long firstFrame;

  /**
   * Those of connections.
   *
   * @param firstFrame when the first frame was captured, in nanoseconds since the time from which
   *     bins count
   */
  RequestBins(WithoutRpc found, long firstFrame) {
    this.parts = RequestInterval.of(found.connections());
    this.firstFrame = firstFrame;
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** {@return how long a part is, in nanoseconds; there is one at least} */
  long nanos() {
    return parts.get(0).nanos();
  }

  /** {@return the end of the last part, in nanoseconds since bins count; 0 without requests} */
  long end() {
    return parts.isEmpty() ? 0 : from(parts.get(parts.size() - 1)) + nanos() - 1;
  }

  /** {@return how many parts there are up to the last request; with very many, fewer} */
  int count() {
    RequestInterval last = parts.get(parts.size() - 1);
    return (int) Math.min(MOST, from(last) / last.nanos() + 1);
  }

  /** {@return requests in bins of some length; those of a longer part count in its first bin} */
  long[] requests(long binNanos, int bins) {
    long[] counts = new long[bins];
    parts.forEach(each -> counts[bin(each, binNanos, bins)] += each.requests());
    return counts;
  }

  /** {@return their bytes, likewise} */
  long[] bytes(long binNanos, int bins) {
    long[] counts = new long[bins];
    parts.forEach(each -> counts[bin(each, binNanos, bins)] += each.bytes());
    return counts;
  }

  private int bin(RequestInterval part, long binNanos, int bins) {
    return (int) Math.min(bins - 1, from(part) / Math.max(1, binNanos));
  }

  private long from(RequestInterval part) {
    return firstFrame + part.from();
  }
}
