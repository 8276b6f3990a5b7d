package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** The tables of {@code docs/ground-truth.md} and {@code docs/ground-truth-latency.md}. */
final class GroundTruthReport {
  /** System property that names a file to write the tables to. */
  static final String PROPERTY = "rdmadump.report";

  private static final String DOCUMENT = "docs/ground-truth.md";
  private static final double MILLISECOND = 1e6;

  private final List<String> rows = new ArrayList<>();
  private final List<String> latencies = new ArrayList<>();

  /** What a capture holds, counted. */
  static String row(TracedCapture traced) {
    DecodedCapture decoded = traced.decoded();
    List<RpcSummary> rpc =
        decoded.messages().stream().flatMap(each -> each.rpc().stream()).toList();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %d | %d / %d | %d | %d | %d / %d | %d |",
        traced.capture().name(),
        decoded.calls(Direction.FORWARD).size(),
        decoded.replies(Direction.BACKWARD).size(),
        decoded.errors().size(),
        decoded.calls(Direction.BACKWARD).size(),
        decoded.replies(Direction.FORWARD).size(),
        segments(decoded.calls(Direction.FORWARD)),
        segments(decoded.replies(Direction.BACKWARD)),
        rpc.stream().filter(RpcSummary::complete).count(),
        rpc.size(),
        LatencyCheck.pairs(traced).stream().filter(pair -> !pair.isClose()).count());
  }

  private static long segments(List<RpcMessage> messages) {
    return messages.stream().mapToLong(each -> SegmentCheck.segments(each).size()).sum();
  }

  /** Takes a capture's rows. */
  void add(TracedCapture traced) {
    rows.add(row(traced));
    for (PairLatency pair : LatencyCheck.pairs(traced)) {
      if (!pair.isClose()) {
        latencies.add(
            String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.1f | %.1f | %.1f | %s |",
                traced.capture().name(),
                TracedCapture.hex(pair.xid()),
                pair.rtt() / MILLISECOND,
                pair.decoded() / MILLISECOND,
                pair.before() / MILLISECOND,
                pair.after() / MILLISECOND,
                pair.cause(traced.capture().isDelayed()).text()));
      }
    }
  }

  /** Writes the rows to the file that the property names, if it names one. */
  void write() throws IOException {
    String file = System.getProperty(PROPERTY, "");
    if (!file.isEmpty()) {
      List<String> lines = new ArrayList<>(rows);
      lines.add("");
      lines.addAll(latencies);
      Files.write(Path.of(file), lines);
    }
  }

  /** The row that the document has for a capture, if it has one. */
  static Optional<String> documented(CaptureCase capture) throws IOException {
    return Files.readAllLines(CaptureFolder.project().resolve(DOCUMENT)).stream()
        .filter(line -> line.startsWith("| " + capture.name() + " |"))
        .findFirst();
  }
}
