package org.rdmadump.report.html;

import java.util.List;
import org.rdmadump.analysis.stats.RequestInterval;
import org.rdmadump.analysis.stats.WithoutRpc;

/** Requests without RPC-over-RDMA, and their bytes, over the time that a report shows. */
final class RequestBins {
  private final List<RequestInterval> parts;

  RequestBins(WithoutRpc found) {
    this.parts = RequestInterval.of(found.connections());
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** {@return how long a part is, in nanoseconds; there is one at least} */
  long nanos() {
    return parts.get(0).nanos();
  }

  /**
   * {@return the end of the last part, in nanoseconds since the first frame; 0 without requests}
   */
  long end() {
    return parts.isEmpty() ? 0 : parts.get(parts.size() - 1).from() + nanos() - 1;
  }

  /** {@return how many parts there are, from the first frame to the last request} */
  int count() {
    RequestInterval last = parts.get(parts.size() - 1);
    return Math.toIntExact(last.from() / last.nanos()) + 1;
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

  private static int bin(RequestInterval part, long binNanos, int bins) {
    return (int) Math.min(bins - 1, part.from() / Math.max(1, binNanos));
  }
}
