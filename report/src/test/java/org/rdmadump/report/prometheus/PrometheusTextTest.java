package org.rdmadump.report.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.testing.PrometheusFormat.sum;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.metrics.CaptureMetrics;
import org.rdmadump.analysis.metrics.DeviceNumbers;
import org.rdmadump.analysis.metrics.LatencyBuckets;
import org.rdmadump.analysis.metrics.Metric;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;
import org.rdmadump.testing.PrometheusFormat;

/** Metrics of real captures, read back by a strict reader of the format. */
class PrometheusTextTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  private final CaptureMetrics metrics = new CaptureMetrics();
  private final Statistics statistics =
      new Statistics(() -> 0, Optional.empty(), /* everyConnection= */ true, Optional.empty());

  /** Metrics and, to compare them with, statistics. */
  private final MessageListener both =
      new MessageListener() {
        @Override
        public void message(RpcMessage message) {
          metrics.message(message);
          statistics.message(message);
        }

        @Override
        public void exchange(RpcExchange exchange) {
          metrics.exchange(exchange);
          statistics.exchange(exchange);
        }

        @Override
        public void nvme(NvmeExchange exchange) {
          metrics.nvme(exchange);
          statistics.nvme(exchange);
        }

        @Override
        public void finding(Finding finding, OptionalInt connection) {
          metrics.finding(finding, connection);
        }

        @Override
        public void opened(ConnectionRecord connection) {
          metrics.opened(connection);
          statistics.opened(connection);
        }

        @Override
        public void closed(ConnectionRecord connection) {
          metrics.closed(connection);
          statistics.closed(connection);
        }
      };

  private CaptureSummary decode(Path capture) throws IOException {
    try (FrameSource source = CaptureFile.open(capture)) {
      return new CaptureDecoder(source, CaptureOptions.DEFAULT, both).decodeAll();
    }
  }

  private Map<String, Double> metrics(CaptureSummary summary, List<DeviceNumbers> devices) {
    PrometheusText text = new PrometheusText();
    metrics.tell(text, summary, devices);
    return PrometheusFormat.read(new String(text.bytes(), UTF_8));
  }

  private static long value(Map<String, Double> series, String key) {
    Double value = series.get(key);
    return value == null ? -1 : value.longValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-odd.pcap", "iwarp/iwarp-nfs3-refused-acl.pcap"})
  void shouldTellWhatStatisticsTell(String capture) throws IOException {
    CaptureSummary summary = decode(CAPTURES.resolve(capture));

    Map<String, Double> series = metrics(summary, List.of());

    assertThat(value(series, "rdmadump_frames_total")).isEqualTo(summary.frames());
    assertThat(value(series, "rdmadump_rpc_calls_total")).isEqualTo(summary.calls());
    for (OperationStats each : statistics.operations()) {
      String labels =
          "{protocol=\"%s\",operation=\"%s\"}"
              .formatted(each.key().protocol(), each.key().operation());
      assertThat(value(series, "rdmadump_calls_total" + labels)).isEqualTo(each.calls());
      assertThat(value(series, "rdmadump_failed_calls_total" + labels)).isEqualTo(each.failed());
      assertThat(value(series, "rdmadump_retransmitted_calls_total" + labels))
          .isEqualTo(each.sentAgain());
      assertThat(value(series, "rdmadump_call_bytes_total" + labels))
          .isEqualTo(each.callBytes().orElse(0));
      assertThat(value(series, "rdmadump_reply_bytes_total" + labels))
          .isEqualTo(each.replyBytes().orElse(0));
      assertThat(value(series, "rdmadump_call_latency_seconds_count" + labels))
          .isEqualTo(each.latency().count());
      assertThat(series)
          .containsEntry(
              "rdmadump_call_latency_seconds_sum" + labels, (double) each.latency().sum() / 1e9);
    }
    assertThat(statistics.operations()).isNotEmpty();
    assertThat((long) sum(series, "rdmadump_call_errors_total"))
        .isEqualTo((long) sum(series, "rdmadump_failed_calls_total"));
    // Those of the run itself, and those that only whole messages show.
    assertThat((long) sum(series, "rdmadump_findings_total"))
        .isGreaterThanOrEqualTo(summary.rules().values().stream().mapToLong(Long::valueOf).sum())
        .isPositive();
  }

  @Test
  void shouldTellNvmeCommandsAsCallsAreTold() throws IOException {
    CaptureSummary summary = decode(CAPTURES.resolve("verbs/rxe-nvme.pcap"));

    Map<String, Double> series = metrics(summary, List.of());

    assertThat(value(series, "rdmadump_nvme_commands_total")).isEqualTo(73);
    assertThat(value(series, "rdmadump_nvme_unanswered_commands_total")).isEqualTo(1);
    assertThat(value(series, "rdmadump_nvme_incomplete_commands_total")).isZero();
    assertThat(value(series, "rdmadump_rpc_calls_total")).isZero();
    for (NvmeStats each : statistics.commands()) {
      String labels =
          "{protocol=\"NVMe %s\",operation=\"%s\"}".formatted(each.set().label(), each.operation());
      assertThat(value(series, "rdmadump_calls_total" + labels)).isEqualTo(each.count());
      assertThat(value(series, "rdmadump_failed_calls_total" + labels)).isEqualTo(each.failed());
      assertThat(
              value(series, "rdmadump_call_bytes_total" + labels)
                  + value(series, "rdmadump_reply_bytes_total" + labels))
          .isEqualTo(each.bytes());
      assertThat(value(series, "rdmadump_call_latency_seconds_count" + labels))
          .isEqualTo(each.latencies().count());
      assertThat(series)
          .containsEntry(
              "rdmadump_call_latency_seconds_sum" + labels, (double) each.latencies().sum() / 1e9);
    }
    assertThat(statistics.commands()).hasSizeGreaterThan(5);
    assertThat(value(series, "rdmadump_call_errors_total{status=\"Connect Invalid Parameters\"}"))
        .isEqualTo(1);
  }

  @Test
  void shouldTellNothingOfNvmeWhereThereIsNone() throws IOException {
    CaptureSummary summary = decode(CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap"));

    assertThat(metrics(summary, List.of()).keySet()).noneMatch(each -> each.contains("vme"));
  }

  @Test
  void shouldTellRetransmissionsAndLossOfEachConnection() throws IOException {
    CaptureSummary summary = decode(CAPTURES.resolve("iwarp/iwarp-nfs41-loss.pcap"));

    Map<String, Double> series = metrics(summary, List.of());

    long retransmitted =
        statistics.report(summary).connections().stream()
            .mapToLong(
                each ->
                    Stream.of(Direction.values())
                        .mapToLong(to -> each.record().traffic(to).retransmitted())
                        .sum())
            .sum();
    assertThat((long) sum(series, "rdmadump_connection_retransmitted_packets_total"))
        .isEqualTo(retransmitted)
        .isPositive();
    assertThat(metrics.retransmitted()).isEqualTo(retransmitted);
  }

  @Test
  void shouldFoldWhatDoesNotFitIntoOthersAndLoseNothing() throws IOException {
    List<Path> captures = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      files.filter(each -> each.toString().endsWith(".pcap")).sorted().forEach(captures::add);
    }
    long calls = 0;
    CaptureSummary summary = decode(captures.get(0));
    calls += summary.calls() + summary.nvmeCommands();
    for (Path each : captures.subList(1, captures.size())) {
      CaptureSummary more = decode(each);
      calls += more.calls() + more.nvmeCommands();
    }
    // One connection of each run has the same number, so that labels differ by address only.
    PrometheusText text = new PrometheusText();
    metrics.tell(text, summary, devices(9));
    String told = new String(text.bytes(), UTF_8);

    assertThat(told.lines().filter(each -> !each.startsWith("#")).count())
        .isLessThanOrEqualTo(Metric.MOST_SERIES)
        .isGreaterThan(600);
    Map<String, Double> operations =
        PrometheusFormat.read(part(told, "rdmadump_calls_total", "rdmadump_failed_calls_total"));
    long counted =
        statistics.operations().stream().mapToLong(OperationStats::calls).sum()
            + statistics.commands().stream().mapToLong(NvmeStats::count).sum();
    assertThat(operations).hasSize(Metric.CALLS.most() + 1);
    assertThat((long) sum(operations, "rdmadump_calls_total")).isEqualTo(counted);
    assertThat(counted).isPositive().isLessThanOrEqualTo(calls);
    assertThat(operations)
        .containsKey("rdmadump_calls_total{protocol=\"other\",operation=\"other\"}");
    Map<String, Double> folded =
        PrometheusFormat.read(part(told, "rdmadump_folded_values_total", ""));
    assertThat(value(folded, "rdmadump_folded_values_total{label=\"operation\"}"))
        .isEqualTo(
            statistics.operations().size() + statistics.commands().size() - Metric.CALLS.most());
    assertThat(value(folded, "rdmadump_folded_values_total{label=\"device\"}")).isEqualTo(5);
    Map<String, Double> devices =
        PrometheusFormat.read(
            part(told, "rdmadump_device_packets_total", "rdmadump_device_received_packets_total"));
    assertThat(devices)
        .hasSize(5)
        .containsEntry("rdmadump_device_packets_total{device=\"other\"}", 50.0);
  }

  /** From the HELP of one metric to that of another one. */
  private static String part(String told, String from, String to) {
    int end = to.isEmpty() ? told.length() : told.indexOf("# HELP " + to + " ");
    return told.substring(told.indexOf("# HELP " + from + " "), end);
  }

  private static List<DeviceNumbers> devices(int count) {
    List<DeviceNumbers> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      devices.add(
          new DeviceNumbers(
              new DeviceCounts(
                  "eth" + i, 10, OptionalLong.of(11), OptionalLong.of(1), OptionalLong.empty(), 3),
              2));
    }
    return devices;
  }

  @Test
  void shouldTellNothingOfWhatADeviceDoesNotCount() throws IOException {
    CaptureSummary summary = decode(CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap"));

    Map<String, Double> series = metrics(summary, devices(1));

    assertThat(series)
        .containsEntry("rdmadump_device_dropped_packets_total{device=\"eth0\",at=\"buffer\"}", 1.0)
        .containsEntry("rdmadump_device_dropped_packets_total{device=\"eth0\",at=\"queue\"}", 2.0)
        .doesNotContainKey("rdmadump_device_dropped_packets_total{device=\"eth0\",at=\"device\"}");
  }

  @Test
  void shouldEscapeLabelsAndWriteSecondsWithoutExponent() {
    PrometheusText text = new PrometheusText();
    text.count(Metric.BUILD_INFO, 1, "a \"b\" \\c\n\u00e9");
    text.time(Metric.CPU, 1_000_000_010L);
    LatencyBuckets none = new LatencyBuckets();
    text.histogram(Metric.LATENCY, none, "NFS v3", "READ");

    String told = new String(text.bytes(), UTF_8);

    assertThat(told)
        .contains("rdmadump_build_info{version=\"a \\\"b\\\" \\\\c?\u00e9\"} 1\n")
        .contains("process_cpu_seconds_total 1.00000001\n")
        .contains(
            "rdmadump_call_latency_seconds_bucket"
                + "{protocol=\"NFS v3\",operation=\"READ\",le=\"0.00005\"} 0\n")
        .contains("le=\"10\"} 0\n");
    assertThat(PrometheusFormat.read(told)).hasSize(2 + LatencyBuckets.BOUNDS.size() + 3);
  }
}
