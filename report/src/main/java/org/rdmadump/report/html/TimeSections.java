package org.rdmadump.report.html;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.report.LatencyBuckets;
import org.rdmadump.analysis.report.OperationSpan;
import org.rdmadump.analysis.report.TimeBin;
import org.rdmadump.analysis.report.Timeline;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.rpcrdma.MovedBy;

/** Writes time lines, and what each operation did in each span of the time. */
final class TimeSections {
  private static final double MEDIAN = 50;
  private static final double MOST = 90;
  private static final double NEARLY_ALL = 99;

  /** Numbers that spans may have together; if they have more, spans become longer. */
  private static final int MOST_NUMBERS = 40_000;

  private static final int NUMBERS_OF_OPERATION = 8;

  private final JsonOutput out;
  private final Timeline timeline;
  private final List<Map<Integer, OperationSpan>> spans;
  private final RequestBins requests;

  /** Bins of a span. */
  private final int binsPerSpan;

  TimeSections(JsonOutput out, Timeline timeline, RequestBins requests) {
    this.out = out;
    this.timeline = timeline;
    while (numbers(timeline.spans()) > MOST_NUMBERS && timeline.spans().size() > 1) {
      timeline.joinSpans();
    }
    this.spans = timeline.spans();
    this.requests = requests;
    this.binsPerSpan = isOfRequests() ? requests.count() : timeline.binsPerSpan();
  }

  /** Whether there is no message, so that requests tell how long bins are. */
  private boolean isOfRequests() {
    return timeline.bins().isEmpty() && !requests.isEmpty();
  }

  private int bins() {
    return isOfRequests() ? requests.count() : Math.max(1, timeline.bins().size());
  }

  private static long numbers(List<Map<Integer, OperationSpan>> spans) {
    long sum = 0;
    for (Map<Integer, OperationSpan> span : spans) {
      for (OperationSpan each : span.values()) {
        sum += NUMBERS_OF_OPERATION + 2 * each.tally().latencies().used();
      }
    }
    return sum;
  }

  /** Writes them as members of the object that is open. */
  void write() {
    out.beginObject("time");
    long nanos = isOfRequests() ? requests.nanos() : timeline.binNanos();
    out.put("bin_ns", nanos);
    out.put("bins_per_span", binsPerSpan);
    series("calls", bin -> bin.tally().calls());
    series("failed", bin -> bin.tally().failed());
    for (MovedBy each : MovedBy.values()) {
      series(each.label(), bin -> bin.bytes(each));
    }
    series("p50_ns", bin -> bin.tally().latencies().percentile(MEDIAN));
    series("p90_ns", bin -> bin.tally().latencies().percentile(MOST));
    series("p99_ns", bin -> bin.tally().latencies().percentile(NEARLY_ALL));
    inFlight();
    series("granted", bin -> bin.granted().orElse(-1));
    series("retransmitted", TimeBin::retransmitted);
    series("naks", TimeBin::refusals);
    if (!requests.isEmpty()) {
      numbers("rdma_requests", requests.requests(nanos, bins()));
      numbers("rdma_bytes", requests.bytes(nanos, bins()));
    }
    out.endObject();
    out.beginArray("first_frames");
    for (long each : joined(timeline.firstFrames(), /* least= */ true)) {
      out.number(each);
    }
    out.endArray();
    spans();
  }

  /** A bin without a message has -1; a capture without one has a single bin. */
  private void series(String name, ToLongFunction<TimeBin> value) {
    out.beginArray(name);
    for (Optional<TimeBin> each : timeline.bins()) {
      out.number(each.isPresent() ? value.applyAsLong(each.get()) : -1);
    }
    for (int bin = timeline.bins().size(); bin < bins(); bin++) {
      out.number(-1);
    }
    out.endArray();
  }

  /** Where no message is, as many wait as before. */
  private void inFlight() {
    out.beginArray("in_flight");
    long waiting = 0;
    for (Optional<TimeBin> each : timeline.bins()) {
      out.number(each.isPresent() ? each.get().inFlight(waiting) : waiting);
      waiting = each.isPresent() ? each.get().inFlightAfter(waiting) : waiting;
    }
    for (int bin = timeline.bins().size(); bin < bins(); bin++) {
      out.number(0);
    }
    out.endArray();
  }

  private void numbers(String name, long[] values) {
    out.beginArray(name);
    for (long each : values) {
      out.number(each);
    }
    out.endArray();
  }

  private void spans() {
    out.beginArray("spans");
    for (Map<Integer, OperationSpan> span : spans) {
      out.beginArray();
      new TreeMap<>(span).forEach(this::operation);
      out.endArray();
    }
    out.endArray();
  }

  private void operation(int number, OperationSpan span) {
    out.beginArray();
    out.number(number);
    out.number(span.tally().calls());
    out.number(span.tally().replies());
    out.number(span.tally().failed());
    out.number(span.toFirstRdma());
    out.number(span.rdma());
    out.number(span.server());
    out.number(span.toReply());
    LatencyBuckets latencies = span.tally().latencies();
    for (int i = 0; i < latencies.size(); i++) {
      if (latencies.count(i) > 0) {
        out.number(i);
        out.number(latencies.count(i));
      }
    }
    out.endArray();
  }

  /** Writes in which spans a rule has findings: pairs of span and count. */
  void findings(String rule) {
    long[] counts = joined(timeline.findings(rule), /* least= */ false);
    out.beginArray("spans");
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        out.number(i);
        out.number(counts[i]);
      }
    }
    out.endArray();
  }

  /** Numbers of spans as long as ours: sums, or the least that is not 0. */
  private long[] joined(long[] ofSpans, boolean least) {
    int factor = Math.max(1, binsPerSpan / Timeline.BINS_PER_SPAN);
    Map<Integer, Long> joined = new HashMap<>();
    for (int i = 0; i < ofSpans.length; i++) {
      if (ofSpans[i] > 0) {
        joined.merge(i / factor, ofSpans[i], least ? Math::min : Long::sum);
      }
    }
    long[] all = new long[Math.max(1, spans.size())];
    joined.forEach((span, value) -> all[Math.min(span, all.length - 1)] = value);
    return all;
  }
}
