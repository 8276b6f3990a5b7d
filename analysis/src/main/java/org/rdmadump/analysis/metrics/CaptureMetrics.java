package org.rdmadump.analysis.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.stats.CountedFailures;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Counts what a run finds, to be asked at any time. Counters never go down. There are at most
 * {@link Metric#MOST_SERIES} series: what has no place is counted under the label value {@code
 * other}, and {@link Metric#FOLDED} tells how many values those are.
 *
 * <p>Not thread-safe: the thread that decodes also asks.
 */
public final class CaptureMetrics implements MessageListener {
  private static final RuleSelection ALL_RULES = new RuleSelection(List.of(), List.of());

  private final CaptureCheck check = new CaptureCheck(ALL_RULES, Optional.empty(), this::noticed);
  private final ConnectionTable connections = new ConnectionTable();
  private final Map<OperationKey, OperationMetrics> operations = new LinkedHashMap<>();

  /** Kinds of call without a place, as many as are told apart. */
  private final Folded otherOperations = new Folded(0);

  private final CountedFailures failures = new CountedFailures();
  private final Folded errors = new Folded(Metric.ERRORS.most());
  private final Folded rules = new Folded(Metric.FINDINGS.most());
  private final Map<String, String> severities = new TreeMap<>();
  private final Folded reasons = new Folded(Metric.NOT_RDMA.most());
  private final Folded kinds = new Folded(Metric.CONGESTION.most());
  private final Folded tables = new Folded(Metric.EVICTIONS.most());
  private final Folded codes = new Folded(Metric.NAKS.most());
  private long unanswered;
  private long commands;
  private long unansweredCommands;
  private long incompleteCommands;

  /** Nothing counted yet. */
  public CaptureMetrics() {}

  private void noticed(CheckFinding finding) {
    String rule = finding.finding().rule().name();
    rules.add(rule);
    severities.putIfAbsent(
        rule, finding.finding().rule().severity().name().toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    connections.opened(connection);
    check.opened(connection);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    check.closed(connection);
    connections.closed(connection);
  }

  @Override
  public void message(RpcMessage message) {
    check.message(message);
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    check.finding(finding, connection);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    check.exchange(exchange);
    unanswered += exchange.isUnanswered() ? 1 : 0;
    Optional<RpcMessage> known =
        exchange.call().filter(call -> call.rpc().isPresent()).or(exchange::reply);
    if (known.isPresent() && known.get().rpc().isPresent()) {
      OperationKey key = OperationKey.of(known.get(), known.get().rpc().get());
      Optional<String> error = of(key).add(exchange, failures);
      error.ifPresent(errors::add);
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    check.nvme(exchange);
    commands += exchange.command().isPresent() ? 1 : 0;
    unansweredCommands += exchange.response().isPresent() ? 0 : 1;
    boolean isIncomplete = exchange.data().isPresent() && !exchange.data().get().isComplete();
    incompleteCommands += isIncomplete ? 1 : 0;
    Optional<String> error = of(OperationKey.of(exchange)).add(exchange);
    error.ifPresent(errors::add);
  }

  private OperationMetrics of(OperationKey key) {
    OperationMetrics found = operations.get(key);
    if (found != null) {
      return found;
    }
    boolean hasRoom = operations.size() < Metric.CALLS.most();
    if (!hasRoom) {
      otherOperations.add(key.protocol() + ' ' + key.operation());
    }
    return operations.computeIfAbsent(
        hasRoom ? key : OperationKey.OTHERS,
        any ->
            hasRoom
                ? new OperationMetrics(key.protocol(), key.operation())
                : new OperationMetrics(Metric.OTHER, Metric.OTHER));
  }

  /** {@return retransmitted packets of all connections} */
  public long retransmitted() {
    return connections.totals().retransmitted();
  }

  /** {@return open connections} */
  public long openConnections() {
    return connections.open();
  }

  /**
   * Tells all numbers.
   *
   * @param summary the counts of the run so far
   * @param devices the counts of devices so far
   */
  public void tell(MetricSink sink, CaptureSummary summary, List<DeviceNumbers> devices) {
    ConnectionTable.Totals totals = connections.totals();
    reasons.set(summary.notDecoded());
    kinds.set(summary.congestion());
    tables.set(summary.evictions());
    codes.set(totals.codes());
    tellDevices(sink, devices);
    sink.count(Metric.FRAMES, summary.frames());
    sink.count(Metric.FRAME_BYTES, summary.bytes());
    reasons.tell(sink, Metric.NOT_RDMA);
    sink.count(Metric.RDMA_PACKETS, summary.rdmaPackets());
    sink.count(Metric.COPIES, summary.duplicates());
    kinds.tell(sink, Metric.CONGESTION);
    tables.tell(sink, Metric.EVICTIONS);
    sink.count(Metric.RPC_CALLS, summary.calls());
    sink.count(Metric.RPC_REPLIES, summary.replies());
    sink.count(Metric.UNANSWERED, unanswered);
    sink.count(Metric.WITHOUT_CALL, summary.repliesWithoutCall());
    sink.count(Metric.INCOMPLETE, summary.incomplete());
    if (summary.nvmeCommands() > 0) {
      sink.count(Metric.NVME_COMMANDS, commands);
      sink.count(Metric.NVME_UNANSWERED, unansweredCommands);
      sink.count(Metric.NVME_INCOMPLETE, incompleteCommands);
    }
    for (MovedBy way : MovedBy.values()) {
      sink.count(Metric.MOVED, totals.moved().getOrDefault(way, 0L), way.label());
    }
    codes.tell(sink, Metric.NAKS);
    sink.count(Metric.CONNECTIONS, connections.count());
    sink.count(Metric.OPEN_CONNECTIONS, connections.open());
    tellOperations(sink);
    errors.tell(sink, Metric.ERRORS);
    connections.tell(sink);
    rules.tell(
        sink,
        Metric.FINDINGS,
        rule -> new String[] {rule, severities.getOrDefault(rule, Metric.OTHER)});
    tellFolded(sink, devices.size());
  }

  private static void tellDevices(MetricSink sink, List<DeviceNumbers> devices) {
    tell(sink, devices, Metric.DEVICE_PACKETS, each -> OptionalLong.of(each.counts().captured()));
    tell(sink, devices, Metric.DEVICE_RECEIVED, each -> each.counts().received());
    Metric dropped = Metric.DEVICE_DROPPED;
    tell(sink, devices, dropped, each -> each.counts().droppedByInterface(), "device");
    tell(sink, devices, dropped, each -> each.counts().dropped(), "buffer");
    tell(sink, devices, dropped, each -> OptionalLong.of(each.refused()), "queue");
  }

  /** Tells a number of each device, if it is known, and of those beyond the first ones together. */
  private static void tell(
      MetricSink sink,
      List<DeviceNumbers> devices,
      Metric metric,
      Function<DeviceNumbers, OptionalLong> number,
      String... more) {
    OptionalLong others = OptionalLong.empty();
    for (int i = 0; i < devices.size(); i++) {
      OptionalLong value = number.apply(devices.get(i));
      if (value.isPresent() && i < Metric.DEVICE_PACKETS.most()) {
        sink.count(metric, value.getAsLong(), labels(devices.get(i).counts().device(), more));
      } else if (value.isPresent()) {
        others = OptionalLong.of(others.orElse(0) + value.getAsLong());
      }
    }
    if (others.isPresent()) {
      sink.count(metric, others.getAsLong(), labels(Metric.OTHER, more));
    }
  }

  private static String[] labels(String first, String... more) {
    String[] labels = new String[1 + more.length];
    labels[0] = first;
    System.arraycopy(more, 0, labels, 1, more.length);
    return labels;
  }

  private void tellOperations(MetricSink sink) {
    tellOperations(sink, Metric.CALLS, each -> each.calls);
    tellOperations(sink, Metric.FAILED, each -> each.failed);
    tellOperations(sink, Metric.AGAIN, each -> each.again);
    tellOperations(sink, Metric.CALL_BYTES, each -> each.callBytes);
    tellOperations(sink, Metric.REPLY_BYTES, each -> each.replyBytes);
    for (OperationMetrics each : operations.values()) {
      sink.histogram(Metric.LATENCY, each.latency, each.protocol, each.operation);
    }
  }

  private void tellOperations(
      MetricSink sink, Metric metric, ToLongFunction<OperationMetrics> number) {
    for (OperationMetrics each : operations.values()) {
      sink.count(metric, number.applyAsLong(each), each.protocol, each.operation);
    }
  }

  private void tellFolded(MetricSink sink, int devices) {
    int device = Math.max(0, devices - Metric.DEVICE_PACKETS.most());
    sink.count(Metric.FOLDED, device, "device");
    sink.count(Metric.FOLDED, reasons.folded(), "reason");
    sink.count(Metric.FOLDED, kinds.folded(), "kind");
    sink.count(Metric.FOLDED, tables.folded(), "table");
    sink.count(Metric.FOLDED, codes.folded(), "code");
    sink.count(Metric.FOLDED, otherOperations.folded(), "operation");
    sink.count(Metric.FOLDED, errors.folded(), "status");
    sink.count(Metric.FOLDED, connections.folded(), "connection");
    sink.count(Metric.FOLDED, rules.folded(), "rule");
  }
}
