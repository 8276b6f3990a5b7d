package org.rdmadump.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.rdmadump.analysis.metrics.CaptureMetrics;
import org.rdmadump.analysis.metrics.DeviceNumbers;
import org.rdmadump.analysis.metrics.Metric;
import org.rdmadump.analysis.metrics.MetricSink;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Finding;
import org.rdmadump.live.LiveSource;
import org.rdmadump.report.prometheus.PrometheusText;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Watches a live capture: takes metrics once a second for the file and for whoever asks over HTTP,
 * and prints rates. It counts all that is captured, whatever a filter chooses.
 *
 * <p>All but the file and the answers is done by the thread that decodes.
 */
final class LiveMonitor implements MessageListener, AutoCloseable {
  private static final Duration USUAL_FILE_INTERVAL = Duration.ofSeconds(10);
  private static final Duration USUAL_RATES_INTERVAL = Duration.ofSeconds(1);
  private static final long SNAPSHOT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";
  private static final long KIB = 1024;

  private final CaptureMetrics metrics = new CaptureMetrics();
  private final MetricsSnapshot snapshot = new MetricsSnapshot();
  private final boolean takesSnapshots;
  private final Optional<LiveRates> rates;
  private final Optional<MetricsServer> server;
  private final Optional<MetricsFile> file;
  private Optional<LiveSource> source = Optional.empty();
  private Optional<Supplier<CaptureSummary>> counts = Optional.empty();
  private long snapshotNanos;

  private LiveMonitor(
      boolean takesSnapshots,
      Optional<LiveRates> rates,
      MonitorSettings settings,
      Environment environment)
      throws CommandFailure {
    this.takesSnapshots = takesSnapshots;
    this.rates = rates;
    // What may fail comes first.
    this.server =
        settings.listen().isPresent()
            ? Optional.of(MetricsServer.start(settings.listen().get(), snapshot))
            : Optional.empty();
    this.file =
        settings
            .file()
            .map(
                name ->
                    MetricsFile.start(
                        name,
                        snapshot,
                        settings.interval().orElse(USUAL_FILE_INTERVAL),
                        environment.err()));
    server.ifPresent(each -> environment.say("metrics are at " + each.url()));
  }

  /**
   * Begins to watch, if anything is asked for.
   *
   * @param devices what the user calls them
   * @param wide whether lines may be longer than the terminal is wide
   * @throws CommandFailure if metrics cannot be served where they should be
   */
  static Optional<LiveMonitor> start(
      MonitorSettings settings, String devices, boolean wide, Environment environment)
      throws CommandFailure {
    if (!settings.metrics() && !settings.rates()) {
      return Optional.empty();
    }
    Optional<LiveRates> rates =
        settings.rates()
            ? Optional.of(
                new LiveRates(
                    environment,
                    devices,
                    settings.interval().orElse(USUAL_RATES_INTERVAL).toNanos(),
                    wide,
                    System::nanoTime))
            : Optional.empty();
    return Optional.of(new LiveMonitor(settings.metrics(), rates, settings, environment));
  }

  /** Says where packets come from. */
  void watches(LiveSource capture) {
    source = Optional.of(capture);
  }

  /** Says who tells the counts of the run so far. */
  void begin(Supplier<CaptureSummary> summary) {
    counts = Optional.of(summary);
    takeSnapshot(summary.get());
  }

  /** Looks whether something is due; called often. */
  void tick() {
    if (counts.isEmpty()) {
      return;
    }
    if (takesSnapshots && System.nanoTime() - snapshotNanos >= SNAPSHOT_NANOS) {
      takeSnapshot(counts.get().get());
    }
    if (rates.isPresent() && rates.get().isDue()) {
      print(counts.get().get());
    }
  }

  /** {@return whether it prints rates to standard output, beside which nothing else fits} */
  boolean printsRates() {
    return rates.isPresent();
  }

  /** Takes and prints the last numbers, once the run is over. */
  void end(CaptureSummary summary) {
    takeSnapshot(summary);
    print(summary);
  }

  private void print(CaptureSummary summary) {
    if (rates.isPresent()) {
      try {
        rates.get().print(summary, devices(), metrics);
      } catch (IOException e) {
        throw new OutputFailure(e);
      }
    }
  }

  private void takeSnapshot(CaptureSummary summary) {
    if (!takesSnapshots) {
      return;
    }
    snapshotNanos = System.nanoTime();
    PrometheusText text = new PrometheusText();
    tellProcess(text);
    metrics.tell(text, summary, devices());
    snapshot.set(text.bytes());
  }

  private List<DeviceNumbers> devices() {
    List<DeviceNumbers> devices = new ArrayList<>();
    if (source.isPresent()) {
      List<DeviceCounts> all = source.get().lastCounts();
      for (int i = 0; i < all.size(); i++) {
        devices.add(new DeviceNumbers(all.get(i), source.get().refused(i)));
      }
    }
    return devices;
  }

  private static void tellProcess(MetricSink sink) {
    ProcessHandle.Info process = ProcessHandle.current().info();
    sink.count(Metric.BUILD_INFO, 1, Release.version());
    sink.time(Metric.SNAPSHOT_TIME, nanos(Instant.now()));
    process.totalCpuDuration().ifPresent(used -> sink.time(Metric.CPU, used.toNanos()));
    resident().ifPresent(bytes -> sink.count(Metric.MEMORY, bytes));
    process.startInstant().ifPresent(start -> sink.time(Metric.START_TIME, nanos(start)));
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  private static Optional<Long> resident() {
    try {
      for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(RESIDENT)) {
          String number = line.substring(RESIDENT.length()).strip().split(" ", -1)[0];
          return Optional.of(KIB * Long.parseLong(number));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // A system without it is fine.
    }
    return Optional.empty();
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void message(RpcMessage message) {
    metrics.message(message);
    rates.ifPresent(each -> each.message(message));
  }

  @Override
  public void exchange(RpcExchange exchange) {
    metrics.exchange(exchange);
    rates.ifPresent(each -> each.exchange(exchange));
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    metrics.nvme(exchange);
    rates.ifPresent(each -> each.nvme(exchange));
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    metrics.finding(finding, connection);
  }

  @Override
  public void opened(ConnectionRecord connection) {
    metrics.opened(connection);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    metrics.closed(connection);
  }

  /** Writes the file for the last time, and stops serving. */
  @Override
  public void close() {
    file.ifPresent(MetricsFile::close);
    server.ifPresent(MetricsServer::close);
  }
}
