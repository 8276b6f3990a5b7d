package org.rdmadump.analysis.compare;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Takes in a run to compare it with another: statistics, findings, and what each call moved. Memory
 * is bounded as that of {@link Statistics} is.
 */
public final class RunProfile implements MessageListener {
  private final Statistics statistics;
  private final CaptureCheck check;
  private final Optional<Filter<RpcExchange>> filter;
  private final Map<OperationKey, CallAmounts> amounts = new HashMap<>();

  /**
   * Nothing taken in yet.
   *
   * @param firstNanos tells the time of the first frame
   * @param rules of which findings are counted
   * @param filter chooses exchanges; empty for all. With one, findings are not counted: they may be
   *     about what it does not choose
   */
  public RunProfile(
      LongSupplier firstNanos, RuleSelection rules, Optional<Filter<RpcExchange>> filter) {
    this.statistics =
        new Statistics(firstNanos, Optional.empty(), filter.isEmpty(), Optional.empty());
    this.check = new CaptureCheck(rules, Optional.empty(), finding -> {});
    this.filter = filter;
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    statistics.opened(connection);
    check.opened(connection);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    check.closed(connection);
    statistics.closed(connection);
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    if (filter.isEmpty()) {
      check.closedWithoutRpc(connection);
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    if (filter.isEmpty()) {
      check.nvme(exchange);
    }
  }

  @Override
  public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    statistics.acknowledged(connection, direction, nanos);
  }

  @Override
  public void message(RpcMessage message) {
    statistics.message(message);
    if (filter.isEmpty()) {
      check.message(message);
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    check.finding(finding, connection);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (filter.isEmpty()) {
      check.exchange(exchange);
    } else if (!filter.get().matches(exchange)) {
      return;
    }
    statistics.exchange(exchange);
    Optional<RpcMessage> call = exchange.call();
    if (call.isPresent() && call.get().rpc().isPresent() && !call.get().isRepeat()) {
      OperationKey key =
          statistics.countedUnder(OperationKey.of(call.get(), call.get().rpc().get()));
      amounts.computeIfAbsent(key, any -> new CallAmounts()).add(call.get(), exchange);
    }
  }

  /**
   * Takes damage of the input.
   *
   * @param frame number of the last frame that was read
   * @param damage in words
   */
  public void cutShort(long frame, String damage) {
    check.cutShort(frame, damage);
  }

  /**
   * Takes packets that were lost while the capture was made, which become a finding.
   *
   * @param frame number of the last frame that was read
   * @param count how many; empty if the capture does not tell
   */
  public void dropped(long frame, OptionalLong count) {
    check.dropped(frame, count);
  }

  /**
   * {@return what was taken in; the run is over}
   *
   * @param files the captures
   * @param whole whether they were read to their ends
   * @param summary the counts of the run
   */
  public RunReport report(List<String> files, boolean whole, CaptureSummary summary) {
    StatsReport report = statistics.report(summary);
    List<ConnectionRecord> connections =
        report.connections().stream().map(ConnectionStats::record).toList();
    Map<ConnectionSetting, List<Long>> settings = new EnumMap<>(ConnectionSetting.class);
    for (ConnectionSetting each : ConnectionSetting.values()) {
      settings.put(each, each.values(connections));
    }
    Set<Transport> transports = EnumSet.noneOf(Transport.class);
    connections.forEach(each -> transports.add(each.transport()));
    report.withoutRpc().connections().forEach(each -> transports.add(each.record().transport()));
    CaptureSummary checked = check.end(summary, whole).summary();
    return new RunReport(
        files,
        whole,
        transports,
        report.operations(),
        new TreeMap<>(amounts),
        settings,
        filter.isEmpty() ? checked.rules() : Map.of(),
        checked);
  }
}
