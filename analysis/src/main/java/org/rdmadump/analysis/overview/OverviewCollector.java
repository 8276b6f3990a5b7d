package org.rdmadump.analysis.overview;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.CountedCallListener;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.WireTime;
import org.rdmadump.finding.Finding;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * Gathers the first page about a capture in one run: it passes all on to {@link Statistics} and
 * {@link CaptureCheck}, whose bounds on memory it shares.
 */
public final class OverviewCollector implements MessageListener {
  private static final int MOST_ENDS = 4096;

  private final boolean everything;
  private final ChosenFindings findings;
  private final CaptureCheck check;
  private final Statistics statistics;

  /** When calls waited, and when those waited that may have got a reply. */
  private final BusyTime busy = new BusyTime();

  private final BusyTime answered = new BusyTime();

  /** The latencies of calls that an RDMA_ERROR answered, and their time on the wire. */
  private long waitedForErrors;

  private long wireOfErrors;

  /** Calls whose replies were not captured. */
  private long unknownTimes;

  private final ClientNames names = new ClientNames();
  private final Mounts mounts = new Mounts();
  private Optional<LongCall> longest = Optional.empty();

  /** Since when the first call without a reply waits, by connection. */
  private final Map<Integer, Long> waiting = new HashMap<>();

  /** When the latest connections that ended did. */
  private final Map<Integer, Long> ends = new RecentMap<>(MOST_ENDS);

  /**
   * Since when the first such call waits of all connections that were there when the capture ended.
   */
  private long waitingAtEnd = Long.MAX_VALUE;

  private final AnsweredAgain answeredAgain = new AnsweredAgain();
  private final AnsweredAgain answeredAgainOfChosen = new AnsweredAgain();
  private final NeverSent neverSent = new NeverSent();

  /** How many calls of clients there are whose replies were not captured, by connection. */
  private final Map<Integer, Long> lackingReplies = new HashMap<>();

  private long unanswered;
  private long chosen;

  /**
   * Nothing gathered yet.
   *
   * @param firstNanos tells the time of the first frame
   * @param everything whether no filter chooses exchanges
   */
  public OverviewCollector(LongSupplier firstNanos, boolean everything) {
    this(firstNanos, everything, CountedCallListener.NONE, finding -> {});
  }

  /**
   * The same.
   *
   * @param calls takes each call and each reply that is counted
   * @param noticed takes each finding, of a filter those about what it chooses
   */
  public OverviewCollector(
      LongSupplier firstNanos,
      boolean everything,
      CountedCallListener calls,
      Consumer<CheckFinding> noticed) {
    this.everything = everything;
    this.findings = new ChosenFindings(everything, noticed);
    this.check = new CaptureCheck(findings);
    this.statistics =
        new Statistics(
            firstNanos, Optional.empty(), everything, /* slowest= */ Optional.empty(), calls);
  }

  /** Of findings of no message, has only those in some frames count, if a filter chooses. */
  public void within(LongPredicate frames) {
    findings.within(frames);
  }

  @Override
  public boolean takesNames() {
    return statistics.takesNames();
  }

  @Override
  public void opened(ConnectionRecord connection) {
    statistics.opened(connection);
    check.opened(connection);
    findings.opened(connection);
  }

  @Override
  public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    statistics.acknowledged(connection, direction, nanos);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    check.closed(connection);
    findings.closed(connection);
    statistics.closed(connection);
    if (connection.index().isPresent()
        && connection.end().isPresent()
        && connection.end().get().frame() > 0) {
      ends.put(connection.index().getAsInt(), connection.end().get().epochNanos());
    }
    Long since =
        connection.index().isEmpty() ? null : waiting.remove(connection.index().getAsInt());
    if (since != null) {
      Optional<ConnectionEnd> end = connection.end();
      if (end.isPresent() && end.get().frame() > 0) {
        busy.add(since, end.get().epochNanos());
      } else {
        waitingAtEnd = Math.min(waitingAtEnd, since);
      }
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    statistics.nvme(exchange);
    check.nvme(exchange);
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    statistics.closedWithoutRpc(connection);
    check.closedWithoutRpc(connection);
  }

  @Override
  public void message(RpcMessage message) {
    statistics.message(message);
    check.message(message);
    Optional<NeverSent.Doubt> told = neverSent.add(message);
    if (told.isPresent()) {
      neverAnswered(told.get());
    }
    if (message.rpc().isPresent() && message.rpc().get().call()) {
      names.call(message);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchange(exchange, /* isChosen= */ true);
  }

  /** Takes a call with its reply. */
  public void exchange(RpcExchange exchange, boolean isChosen) {
    findings.exchange(exchange, isChosen);
    check.exchange(exchange);
    mounts.exchange(exchange);
    answeredAgain.add(exchange);
    boolean mayBeMissing = neverSent.add(exchange, isChosen);
    if (mayBeMissing && exchange.call().orElseThrow().direction() == Direction.FORWARD) {
      lackingReplies.merge(exchange.connection(), 1L, Long::sum);
    }
    if (!isChosen) {
      return;
    }
    answeredAgainOfChosen.add(exchange);
    chosen++;
    statistics.exchange(exchange);
    if (exchange.call().isPresent()) {
      waited(exchange, exchange.call().get(), mayBeMissing);
    }
  }

  private void waited(RpcExchange exchange, RpcMessage call, boolean mayBeMissing) {
    boolean isAnswered = exchange.reply().isPresent();
    unanswered += isAnswered || call.rpc().isEmpty() ? 0 : 1;
    if (call.direction() == Direction.BACKWARD) {
      return;
    }
    if (!isAnswered) {
      if (!mayBeMissing && isKnownToWait(exchange)) {
        waits(exchange.connection(), call.sendBeginNanos());
      } else {
        unknownTimes += call.rpc().isPresent() ? 1 : 0;
      }
      return;
    }
    RpcMessage reply = exchange.reply().get();
    if (exchange.latencyNanos().isEmpty()) {
      return;
    }
    long latency = exchange.latencyNanos().getAsLong();
    busy.add(reply.sendNanos() - latency, reply.sendNanos());
    answered.add(reply.sendNanos() - latency, reply.sendNanos());
    if (reply.rpc().isEmpty()) {
      waitedForErrors += latency;
      wireOfErrors += WireTime.of(exchange);
    }
    long most = longest.isPresent() ? longest.get().latency() : 0;
    if (call.rpc().isPresent() && latency > most) {
      longest =
          Optional.of(
              new LongCall(
                  OperationKey.of(call, call.rpc().get()),
                  call.sendFrame(),
                  latency,
                  WireTime.of(exchange)));
    }
  }

  /** Takes a call that was thought to lack its reply, and is known to have had none. */
  private void neverAnswered(NeverSent.Doubt call) {
    if (call.direction() == Direction.BACKWARD) {
      return;
    }
    lackingReplies.computeIfPresent(
        call.connection(), (connection, calls) -> calls > 1 ? calls - 1 : null);
    if (call.isChosen()) {
      unknownTimes--;
      waits(call.connection(), call.since());
    }
  }

  /** Notes that a call has no reply: it waits while its connection is there. */
  private void waits(int connection, long since) {
    Long ended = ends.get(connection);
    if (ended == null) {
      waiting.merge(connection, since, Math::min);
    } else {
      busy.add(since, ended);
    }
  }

  private static boolean isKnownToWait(RpcExchange exchange) {
    for (Finding each : exchange.findings()) {
      if (each.rule().equals(RpcRdmaRules.NO_REPLY)
          || each.rule().equals(RpcRdmaRules.IN_FLIGHT_AT_END)
          || each.rule().equals(RpcRdmaRules.REPLY_NOT_CAPTURED)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    check.finding(finding, connection);
  }

  @Override
  public void finding(Finding finding, ConnectionRecord connection) {
    check.finding(finding, connection);
  }

  /**
   * Takes damage of a capture.
   *
   * @param frame number of the last frame that was read
   * @param damage in words
   */
  public void cutShort(long frame, String damage) {
    check.cutShort(frame, damage);
  }

  /**
   * Ends it.
   *
   * @param files names of the captures
   * @param summary the counts of the run
   * @param readToEnd whether they were read to their ends
   * @param dropped packets that were lost while they were made; empty if they do not tell
   */
  public Overview overview(
      List<String> files, CaptureSummary summary, boolean readToEnd, OptionalLong dropped) {
    return overview(files, summary, readToEnd, dropped, each -> everything);
  }

  /**
   * The same.
   *
   * @param ofThose which connections without RPC-over-RDMA it is about
   */
  public Overview overview(
      List<String> files,
      CaptureSummary summary,
      boolean readToEnd,
      OptionalLong dropped,
      Predicate<NumberedConnection> ofThose) {
    if (waitingAtEnd != Long.MAX_VALUE) {
      busy.add(waitingAtEnd, summary.lastNanos());
    }
    check.dropped(summary.frames(), dropped);
    CaptureSummary counted = check.end(summary, readToEnd).summary();
    StatsReport stats = statistics.report(counted, ofThose);
    for (NumberedConnection each : stats.withoutRpc().connections()) {
      findings.choose(each.record());
    }
    List<ConnectionRecord> connections = OverviewBuilder.connections(stats);
    List<OperationStats> operations = OverviewBuilder.operations(stats);
    Set<String> transports = new TreeSet<>();
    connections.forEach(each -> transports.add(each.transport().label()));
    return new Overview(
        files,
        everything ? Optional.empty() : Optional.of(chosen),
        transports,
        OverviewBuilder.protocols(operations),
        mounts.found(),
        Wholeness.of(
            counted, connections, findings.all().rules(), neverSent.replies(), readToEnd, dropped),
        time(summary, operations),
        longest,
        findings.longestSilence(answeredAgain),
        operations,
        everything ? counted.unanswered() : unanswered - answeredAgainOfChosen.all(),
        stats.connections().stream()
            .filter(each -> acknowledged(each) > 0)
            .max((one, other) -> Long.compare(acknowledged(one), acknowledged(other))),
        List.of(
            SideLoad.of(connections, Direction.FORWARD),
            SideLoad.of(connections, Direction.BACKWARD)),
        CreditLoad.of(connections, lackingReplies.keySet()),
        ClientLoad.of(connections, names, answeredAgain),
        stats.files(),
        OverviewBuilder.findings(findings.chosen()),
        stats.connections(),
        stats.otherConnections(),
        stats.withoutRpc(),
        stats.nvme(),
        counted);
  }

  private TimeUse time(CaptureSummary summary, List<OperationStats> operations) {
    long span = summary.lastNanos() - summary.firstNanos();
    long all = Math.min(busy.nanos(), span);
    long waited = waitedForErrors;
    long wire = wireOfErrors;
    for (OperationStats each : operations) {
      waited += each.key().isCallback() ? 0 : each.latency().sum();
      wire += each.key().isCallback() ? 0 : each.wireNanos();
    }
    return new TimeUse(span, all, Math.max(0, all - answered.nanos()), waited, wire, unknownTimes);
  }

  private static long acknowledged(ConnectionStats connection) {
    return connection.acknowledgements(Direction.FORWARD).count();
  }
}
