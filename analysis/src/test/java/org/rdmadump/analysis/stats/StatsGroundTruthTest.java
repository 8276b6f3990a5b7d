package org.rdmadump.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.stats.MountStats.Counts;
import org.rdmadump.analysis.stats.TracedCalls.Traced;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Statistics against what the client's kernel counted and traced while the captures were taken.
 *
 * <p>Checks the captures of {@code testdata} that are complete; {@code -Drdmadump.captures=DIR}
 * names another folder. {@code docs/ground-truth.md} says what is left out and why.
 */
class StatsGroundTruthTest {
  private static final Set<String> NOT_COMPLETE = Set.of("nfs41-midstream", "nfs41-snap128");
  private static final long CLOSE = 3_000_000L;
  private static final int TENTH = 10;
  private static final Path LATENCIES = Path.of("..", "testdata", "ground-truth-latency.md");

  /** A capture with what the kernel said of it, and the statistics of some of its exchanges. */
  private static final class Run implements MessageListener {
    private final Path capture;
    private final List<Traced> traced;
    private final Map<String, Counts> mounts;
    private final Statistics statistics =
        new Statistics(() -> 0L, Optional.empty(), true, Optional.empty());
    private final Set<Integer> wanted = new HashSet<>();
    private final Set<Integer> seen = new HashSet<>();

    /**
     * XIDs of calls that were sent again on another connection: the client counts from the first.
     */
    private final Set<Integer> again = new HashSet<>();

    private final Map<String, Long> repeatedBytes = new TreeMap<>();
    private final Map<OperationKey, List<Long>> latencies = new TreeMap<>();
    private final Map<Integer, Long> byXid = new HashMap<>();

    private final Map<Integer, OperationKey> operations = new HashMap<>();

    /** XIDs of calls without a reply, or with RDMA_ERROR in its place. */
    private final Set<Integer> unanswered = new HashSet<>();

    Run(Path capture) throws IOException {
      this.capture = capture;
      this.traced = TracedCalls.read(beside(capture, ".trace.txt.gz"));
      this.mounts = MountStats.read(beside(capture, ".mountstats.txt"));
    }

    StatsReport all() throws IOException {
      traced.forEach(call -> wanted.add(call.xid()));
      return report();
    }

    /**
     * Those that ended before the counters were read: they count so many calls, and those of the
     * trace stand in the order in which they ended. The counters are those of the mounts, so NFSACL
     * and the NULL calls that make a security context are not in them.
     */
    StatsReport counted() throws IOException {
      long count = mounts.values().stream().mapToLong(Counts::calls).sum();
      traced.stream()
          .filter(call -> !call.acl())
          .limit(count)
          .forEach(call -> wanted.add(call.xid()));
      return report();
    }

    private StatsReport report() throws IOException {
      try (FrameSource source = CaptureFile.open(capture)) {
        CaptureDecoder decoder = new CaptureDecoder(source, CaptureOptions.DEFAULT, this);
        boolean more = true;
        while (more) {
          more = decoder.decodeNext();
        }
        return statistics.report(decoder.finish());
      }
    }

    @Override
    public void exchange(RpcExchange exchange) {
      if (!wanted.contains(exchange.xid())) {
        return;
      }
      statistics.exchange(exchange);
      if (exchange.call().isEmpty() || exchange.call().get().rpc().isEmpty()) {
        return;
      }
      RpcSummary call = exchange.call().get().rpc().get();
      OperationKey key = OperationKey.of(exchange.call().get(), call);
      operations.put(exchange.xid(), key);
      if (!seen.add(exchange.xid())) {
        assertThat(call.repeatOf()).as("call sent again").isPresent();
        repeatedBytes.merge(named(key), call.length().orElse(0), Long::sum);
        again.add(exchange.xid());
      }
      if (exchange.reply().isPresent()
          && exchange.reply().get().rpc().isPresent()
          && exchange.reply().get().rpc().get().latencyNanos().isPresent()) {
        long latency = exchange.reply().get().rpc().get().latencyNanos().getAsLong();
        latencies.computeIfAbsent(key, each -> new ArrayList<>()).add(latency);
        byXid.put(exchange.xid(), latency);
      } else {
        unanswered.add(exchange.xid());
      }
    }
  }

  static Stream<Path> complete() throws IOException {
    return ShippedCaptures.all().stream()
        .filter(each -> !NOT_COMPLETE.contains(ShippedCaptures.scenario(each)))
        .filter(each -> Files.exists(beside(each, ".mountstats.txt")));
  }

  private static Path beside(Path capture, String suffix) {
    String name = capture.getFileName().toString();
    return capture.resolveSibling(name.substring(0, name.lastIndexOf('.')) + suffix);
  }

  private static String named(OperationKey key) {
    return "v" + key.version().orElse(0) + " " + key.operation();
  }

  @ParameterizedTest
  @MethodSource("complete")
  void shouldCountWhatTheMountsCounted(Path capture) throws IOException {
    Run run = new Run(capture);
    StatsReport report = run.counted();

    Map<String, Counts> counted = new TreeMap<>();
    for (OperationStats each : report.operations()) {
      // The kernel counts the bytes of a call as often as it is sent.
      long again = run.repeatedBytes.getOrDefault(named(each.key()), 0L);
      counted.merge(
          named(each.key()),
          new Counts(each.calls(), each.callBytes().orElse(0) + again, each.replyBytes().orElse(0)),
          Counts::plus);
    }
    assertThat(counted).isEqualTo(run.mounts);
  }

  @ParameterizedTest
  @MethodSource("complete")
  void shouldCountEveryCallOfTheTrace(Path capture) throws IOException {
    Run run = new Run(capture);
    StatsReport report = run.all();

    Map<String, Long> traced = new TreeMap<>();
    run.traced.forEach(
        call -> traced.merge((call.acl() ? "acl " : "") + call.key(), 1L, Long::sum));
    Map<String, Long> counted = new TreeMap<>();
    for (OperationStats each : report.operations()) {
      boolean acl = each.key().program().equals("NFS_ACL");
      counted.merge((acl ? "acl " : "") + named(each.key()), each.calls(), Long::sum);
    }
    assertThat(counted).isEqualTo(traced);
  }

  @ParameterizedTest
  @MethodSource("complete")
  void shouldKnowLatenciesToWithinOneInAHundred(Path capture) throws IOException {
    Run run = new Run(capture);
    StatsReport report = run.all();

    for (OperationStats each : report.operations()) {
      List<Long> exact = run.latencies.getOrDefault(each.key(), new ArrayList<>());
      exact.sort(Long::compare);
      Durations latency = each.latency();
      assertThat(latency.count()).as("%s", each.key()).isEqualTo(exact.size());
      if (!exact.isEmpty()) {
        assertThat(latency.least()).isEqualTo(exact.get(0));
        assertThat(latency.greatest()).isEqualTo(exact.get(exact.size() - 1));
        near(latency.p50(), exact, 50);
        near(latency.p90(), exact, 90);
        near(latency.p99(), exact, 99);
      }
    }
  }

  private static void near(long percentile, List<Long> sorted, int percent) {
    long exact = percentile(sorted, percent);
    assertThat(percentile).isBetween(exact, exact + exact / 100 + 1);
  }

  /** Those that differ stand one by one in the document, each with its cause. */
  @ParameterizedTest
  @MethodSource("complete")
  void shouldAgreeWithTheLatenciesOfTheTrace(Path capture) throws IOException {
    Run run = new Run(capture);
    run.all();
    String name = capture.getFileName().toString();
    String scenario = name.substring(0, name.lastIndexOf('.'));
    String document = Files.readString(LATENCIES);

    assertThat(run.byXid).isNotEmpty();
    for (Traced call : run.traced) {
      Long latency = run.byXid.get(call.xid());
      boolean close =
          latency == null ? run.unanswered.contains(call.xid()) : isClose(latency, call.rtt());
      String row = String.format(Locale.ROOT, "| %s | 0x%08x |", scenario, call.xid());
      boolean again = run.again.contains(call.xid());
      assertThat(close || again || document.contains(row))
          .as("%s latency %s, rtt %s", row, latency, call.rtt())
          .isTrue();
    }
  }

  private static boolean isClose(long latency, long rtt) {
    return Math.abs(latency - rtt) <= CLOSE || Math.abs(latency - rtt) * TENTH <= rtt;
  }

  /**
   * What is printed for an operation, beside the same of the trace: of its {@code rtt}s, and where
   * one is in the document, of the time on the wire that stands there.
   */
  @ParameterizedTest
  @MethodSource("complete")
  void shouldPrintPercentilesThatAgreeWithThoseOfTheTrace(Path capture) throws IOException {
    Run run = new Run(capture);
    StatsReport report = run.all();
    Map<Integer, Long> listed = listed(capture);

    Map<OperationKey, List<Long>> traced = new TreeMap<>();
    Set<OperationKey> unclear = new HashSet<>();
    for (Traced call : run.traced) {
      OperationKey operation = run.operations.get(call.xid());
      if (run.again.contains(call.xid())) {
        // The client counts from the first transmission, the capture from each.
        unclear.add(operation);
      } else if (!run.unanswered.contains(call.xid())) {
        traced
            .computeIfAbsent(operation, each -> new ArrayList<>())
            .add(listed.getOrDefault(call.xid(), call.rtt()));
      }
    }

    assertThat(unclear).hasSizeLessThanOrEqualTo(1);
    for (OperationStats each : report.operations()) {
      List<Long> rtts = traced.getOrDefault(each.key(), new ArrayList<>());
      rtts.sort(Long::compare);
      if (!unclear.contains(each.key())) {
        assertThat(each.latency().count()).as("%s", each.key()).isEqualTo(rtts.size());
        if (!rtts.isEmpty()) {
          agrees(each.key(), each.latency().least(), rtts.get(0));
          agrees(each.key(), each.latency().greatest(), rtts.get(rtts.size() - 1));
          agrees(each.key(), each.latency().p50(), percentile(rtts, 50));
          agrees(each.key(), each.latency().p90(), percentile(rtts, 90));
          agrees(each.key(), each.latency().p99(), percentile(rtts, 99));
        }
      }
    }
  }

  private static void agrees(OperationKey operation, long printed, long traced) {
    // Percentiles are at most 1 % too high.
    assertThat(isClose(printed, traced) || isClose(printed - printed / 100, traced))
        .as("%s: %s, in the trace %s", operation, printed, traced)
        .isTrue();
  }

  private static long percentile(List<Long> sorted, int percent) {
    return sorted.get(Math.max(0, (percent * sorted.size() + 99) / 100 - 1));
  }

  /** Time on the wire of the calls that the document has of a capture, by XID, in nanoseconds. */
  private static Map<Integer, Long> listed(Path capture) throws IOException {
    String name = capture.getFileName().toString();
    String row = "| " + name.substring(0, name.lastIndexOf('.')) + " | 0x";
    Map<Integer, Long> listed = new HashMap<>();
    for (String line : Files.readAllLines(LATENCIES)) {
      if (line.startsWith(row)) {
        String[] cells = line.substring(row.length()).split(" \\| ", -1);
        listed.put(
            Integer.parseUnsignedInt(cells[0], 16),
            Math.round(Double.parseDouble(cells[2]) * 1_000_000));
      }
    }
    return listed;
  }
}
