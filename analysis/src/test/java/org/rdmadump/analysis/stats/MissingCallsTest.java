package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Parts of the time of a capture that lacks calls, and so tells of replies late. */
class MissingCallsTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-delegation.pcap");
  private static final long PART = 100_000_000L;

  /** Frames that are left out, with the parts of the time in which they are. */
  private final Map<Long, Long> missing = new HashMap<>();

  private long first;

  /** All frames of the capture but those that are missing. */
  private final class Lacking extends ForwardingSource {
    Lacking(FrameSource all) {
      super(all);
    }

    @Override
    public boolean next(Frame frame) throws IOException {
      boolean found = super.next(frame);
      while (found && missing.containsKey(frame.number())) {
        found = super.next(frame);
      }
      first = first == 0 ? frame.epochNanos() : first;
      return found;
    }
  }

  /** Takes every second call of one packet for missing. */
  private final class Choice implements MessageListener {
    private boolean isNext;

    @Override
    public void exchange(RpcExchange exchange) {
      RpcMessage call = exchange.call().orElseThrow();
      isNext ^= true;
      if (isNext && call.firstFrame() == call.sendFrame()) {
        missing.put(call.sendFrame(), (call.sendNanos() - first) / PART);
      }
    }
  }

  private CaptureSummary decode(MessageListener listener) throws IOException {
    try (FrameSource source = new Lacking(CaptureFile.open(CAPTURE))) {
      CaptureDecoder decoder = new CaptureDecoder(source, CaptureOptions.DEFAULT, listener);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      return decoder.finish();
    }
  }

  private StatsReport report(long part) throws IOException {
    Statistics statistics =
        new Statistics(() -> first, Optional.of(part), true, /* slowest= */ Optional.empty());
    return statistics.report(decode(statistics));
  }

  @Test
  void shouldHaveTheMeanOfTheRepliesThatHaveALatency() throws IOException {
    decode(new Choice());

    StatsReport report = report(1000 * PART);
    long count = 0;
    long sum = 0;
    for (OperationStats each : report.operations()) {
      count += each.latency().count();
      sum += each.latency().sum();
    }
    IntervalStats all = report.intervals().orElseThrow().rows(0).get(0);
    assertThat(count).isPositive().isLessThan(all.replies());
    assertThat(all.latencyMean()).hasValue(sum / count);
  }

  @Test
  void shouldCountPacketsAtTheirOwnTime() throws IOException {
    Map<Long, Long> packets = packets(report(PART));
    decode(new Choice());
    assertThat(missing).hasSizeGreaterThan(10);

    missing.values().forEach(part -> packets.merge(part, -1L, Long::sum));
    assertThat(packets(report(PART))).isEqualTo(packets);
  }

  private static Map<Long, Long> packets(StatsReport report) {
    Intervals intervals = report.intervals().orElseThrow();
    Map<Long, Long> packets = new HashMap<>();
    for (long begin : intervals.beginnings()) {
      for (IntervalStats each : intervals.rows(begin)) {
        packets.merge(begin / PART, each.packets(), Long::sum);
      }
    }
    return packets;
  }
}
