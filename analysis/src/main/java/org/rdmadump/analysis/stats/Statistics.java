package org.rdmadump.analysis.stats;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.CallResult;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * Counts what a run finds. Calls are counted with their exchanges, so that repeats count once; what
 * is put before this listener, such as a filter, decides which exchanges those are.
 *
 * <p>Memory is bounded: 2048 connections, 1024 kinds of call, and as many operations of compounds
 * are told apart; what is beyond that is counted in one. So are files, as {@link FileTable} says.
 */
public final class Statistics implements MessageListener {
  private static final int MOST_CONNECTIONS = 2048;

  private static final Comparator<ConnectionStats> BY_INDEX =
      (one, other) -> Integer.compare(index(one), index(other));

  private final LongSupplier firstNanos;
  private final boolean everyConnection;
  private final Optional<Intervals> intervals;
  private final Optional<SlowestCalls> slowest;
  private final CountedCallListener calls;
  private final OperationTable operations = new OperationTable();

  /** Connections that ended; those of which no call is counted apart, to find them at once. */
  private final List<ConnectionStats> closed = new ArrayList<>();

  private final Deque<ConnectionStats> closedUncounted = new ArrayDeque<>();
  private final Map<ConnectionRecord, ConnectionStats> open = new HashMap<>();

  /** Those of {@code open} of which no call is counted so far. */
  private final Set<ConnectionRecord> openUncounted = new LinkedHashSet<>();

  /** Open ones of which a call is to be counted and for which there is no place; of a filter. */
  private final Set<ConnectionRecord> withoutPlace = new HashSet<>();

  private final Map<Integer, ConnectionRecord> byIndex = new HashMap<>();
  private final TransferStats reads = new TransferStats(RdmaTransfer.Kind.READ);
  private final TransferStats writes = new TransferStats(RdmaTransfer.Kind.WRITE);
  private final CountedCalls countedCalls = new CountedCalls();
  private final CountedFailures countedFailures = new CountedFailures();
  private final FileCounts files = new FileCounts();
  private final WithoutRpc.Collector withoutRpc = new WithoutRpc.Collector();
  private final NvmeStats.Collector nvme = new NvmeStats.Collector();
  private long otherConnections;

  /**
   * Nothing counted yet.
   *
   * @param firstNanos tells the time of the first frame
   * @param interval nanoseconds of a part of the time, above 0, if that is asked for
   * @param everyConnection report connections without a call that is counted, too
   * @param slowest takes the calls that took longest, if they are asked for
   */
  public Statistics(
      LongSupplier firstNanos,
      Optional<Long> interval,
      boolean everyConnection,
      Optional<SlowestCalls> slowest) {
    this(firstNanos, interval, everyConnection, slowest, CountedCallListener.NONE);
  }

  /**
   * The same.
   *
   * @param calls takes each call and each reply that is counted
   */
  public Statistics(
      LongSupplier firstNanos,
      Optional<Long> interval,
      boolean everyConnection,
      Optional<SlowestCalls> slowest,
      CountedCallListener calls) {
    this.calls = calls;
    this.slowest = slowest;
    this.firstNanos = firstNanos;
    this.everyConnection = everyConnection;
    this.intervals = interval.map(Intervals::new);
  }

  @Override
  public boolean takesNames() {
    return true;
  }

  @Override
  public boolean takesNamesOfMessages() {
    return false;
  }

  // ---- connections

  @Override
  public void opened(ConnectionRecord connection) {
    stats(connection);
    if (connection.index().isPresent()) {
      byIndex.put(connection.index().getAsInt(), connection);
    }
    countPackets(connection);
  }

  private @Nullable ConnectionStats stats(ConnectionRecord connection) {
    ConnectionStats known = open.get(connection);
    if (known == null && !everyConnection && connections() == MOST_CONNECTIONS) {
      // One without a call that is counted gives its place to one that comes.
      closedUncounted.poll();
    }
    if (known == null && connections() < MOST_CONNECTIONS) {
      known = add(connection);
    }
    return known;
  }

  private int connections() {
    return open.size() + closed.size() + closedUncounted.size();
  }

  private ConnectionStats add(ConnectionRecord connection) {
    ConnectionStats stats = new ConnectionStats(connection);
    open.put(connection, stats);
    openUncounted.add(connection);
    return stats;
  }

  /** Makes place for a connection that has a call to count, if one without has a place. */
  private @Nullable ConnectionStats placeOf(ConnectionRecord connection) {
    if (connections() == MOST_CONNECTIONS && closedUncounted.poll() == null && !forgetOpen()) {
      // Every place is now one of a counted connection, and none of these is given up.
      withoutPlace.add(connection);
      return null;
    }
    // What was measured of its packets so far is lost, what the connection counts itself is not.
    return add(connection);
  }

  /**
   * Forgets the oldest open connection without a call that is counted.
   *
   * @return whether there was one
   */
  private boolean forgetOpen() {
    if (openUncounted.isEmpty()) {
      return false;
    }
    ConnectionRecord oldest = openUncounted.iterator().next();
    openUncounted.remove(oldest);
    open.remove(oldest);
    return true;
  }

  @Override
  public void acknowledged(ConnectionRecord connection, Direction direction, long nanos) {
    ConnectionStats stats = stats(connection);
    if (stats != null) {
      stats.acknowledged(direction, nanos);
    }
  }

  @Override
  public void closed(ConnectionRecord connection) {
    boolean isLeftOut = withoutPlace.remove(connection);
    ConnectionStats stats = isLeftOut ? null : stats(connection);
    if (stats != null) {
      open.remove(connection);
      openUncounted.remove(connection);
      if (stats.isCounted()) {
        closed.add(stats);
      } else {
        closedUncounted.add(stats);
      }
    } else if (everyConnection || isLeftOut) {
      otherConnections++;
    }
    sample(connection, lastNanos(connection));
    if (connection.index().isPresent()) {
      byIndex.remove(connection.index().getAsInt());
    }
  }

  private static int index(ConnectionStats of) {
    return of.record().index().orElse(Integer.MAX_VALUE);
  }

  private static long lastNanos(ConnectionRecord connection) {
    return Math.max(
        connection.traffic(Direction.FORWARD).lastNanos(),
        connection.traffic(Direction.BACKWARD).lastNanos());
  }

  @Override
  public OptionalLong requestInterval() {
    return intervals.isPresent() ? OptionalLong.of(intervals.get().nanos()) : OptionalLong.empty();
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    nvme.add(exchange);
    slowest.ifPresent(longest -> longest.take(exchange));
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    withoutRpc.add(connection);
  }

  // ---- messages

  @Override
  public void message(RpcMessage message) {
    if (everyConnection && message.rpc().isPresent()) {
      RpcSummary rpc = message.rpc().get();
      if (rpc.call() && rpc.repeatOf().isPresent()) {
        operations.of(OperationKey.of(message, rpc)).again();
      }
    }
    if (intervals.isPresent()) {
      ConnectionRecord connection = byIndex.get(message.connection());
      if (connection != null) {
        sample(connection, message.completedNanos());
      }
    }
  }

  /** Counts what passed below the messages of a connection since that was done last. */
  private void sample(ConnectionRecord connection, long now) {
    if (intervals.isEmpty() || connection.index().isEmpty()) {
      return;
    }
    countPackets(connection);
    row(now, connection.index().getAsInt())
        .credits(
            connection.credits(Direction.FORWARD),
            connection.credits(Direction.FORWARD).takeMostInFlight());
  }

  /** Counts the packets of a connection since that was done last, each at its own time. */
  private void countPackets(ConnectionRecord connection) {
    if (intervals.isEmpty() || connection.index().isEmpty()) {
      return;
    }
    int index = connection.index().getAsInt();
    for (Direction each : Direction.values()) {
      connection
          .traffic(each)
          .times(firstNanos.getAsLong(), intervals.get().nanos())
          .take(
              (begin, packets, bytes, retransmitted) ->
                  row(begin, index).traffic(packets, bytes, retransmitted));
    }
  }

  private IntervalStats row(long nanos, int connection) {
    return intervals.orElseThrow().at(nanos - firstNanos.getAsLong(), connection);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    reads.add(exchange.transfers());
    writes.add(exchange.transfers());
    if (slowest.isPresent()) {
      slowest.get().take(exchange);
    }
    ConnectionRecord connection = byIndex.get(exchange.connection());
    ConnectionStats between = connection == null ? null : open.get(connection);
    if (connection != null && between == null && !everyConnection) {
      between = placeOf(connection);
    }
    if (connection != null && between != null) {
      if (!between.isCounted()) {
        between.counts();
        openUncounted.remove(connection);
      }
      between.moved(exchange.transfers());
    }
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    boolean called = call.isPresent() && call.get().rpc().isPresent();
    boolean replied = reply.isPresent() && reply.get().rpc().isPresent();
    if (!called && !replied) {
      return;
    }
    // Of the two, the reply knows what its call does, and the call is there without a reply too.
    RpcMessage known = called ? call.get() : reply.get();
    OperationStats stats = operations.of(OperationKey.of(known, known.rpc().orElseThrow()));
    boolean again = called && isAgain(exchange, call.get());
    if (again && !everyConnection) {
      stats.again();
    }
    if (called && !again) {
      stats.call(call.get());
      calls.call(stats.key(), call.get());
      operations.asked(stats.key(), call.get());
      if (intervals.isPresent()) {
        row(call.get().sendNanos(), exchange.connection()).call(call.get());
      }
    }
    if (replied && again && reply.get().isRepeat()) {
      // To a call that was answered before: what was done counts already.
      return;
    }
    boolean isFailed = reply.isPresent() && isFailed(exchange, reply.get());
    if (replied) {
      Optional<String> error = isFailed ? CallResult.error(reply.get()) : Optional.empty();
      RpcSummary rpc = reply.get().rpc().orElseThrow();
      stats.reply(reply.get(), rpc, error);
      stats.onWire(WireTime.of(exchange));
      operations.executed(stats.key(), reply.get());
      calls.reply(stats.key(), exchange, error.isPresent());
      if (intervals.isPresent()) {
        row(reply.get().sendNanos(), exchange.connection())
            .reply(reply.get(), rpc.latencyNanos(), error.isPresent());
      }
    } else if (isFailed) {
      stats.fail("RDMA_ERROR " + reply.get().header().error().get().codeName());
      calls.refused(stats.key(), exchange);
      if (intervals.isPresent()) {
        row(reply.get().sendNanos(), exchange.connection()).refused();
      }
    }
    if (connection != null && !stats.key().isCallback()) {
      files.add(exchange, connection.server().address(), called && !again, isFailed);
    }
  }

  /** Whether an exchange failed, and its call did not fail before. */
  private boolean isFailed(RpcExchange exchange, RpcMessage reply) {
    return CallResult.failed(reply).orElse(false) && countedFailures.add(exchange);
  }

  /**
   * Whether the call of an exchange is counted already, as the one that it repeats or as a repeat
   * of it. Of chosen exchanges it may be none that was chosen.
   */
  private boolean isAgain(RpcExchange exchange, RpcMessage call) {
    if (everyConnection) {
      return call.isRepeat();
    }
    long first = call.firstNumber();
    Optional<RpcMessage> reply = exchange.reply();
    boolean ended =
        reply.isPresent()
            && reply.get().rpc().isPresent()
            && CallResult.error(reply.get()).isEmpty();
    return !countedCalls.add(first, ended);
  }

  /** {@return what calls of a kind are counted under, which may be {@code OTHERS}} */
  public OperationKey countedUnder(OperationKey key) {
    return operations.of(key).key();
  }

  /** {@return NVMe commands so far, by set and name} */
  public List<NvmeStats> commands() {
    return nvme.found();
  }

  /** {@return what was counted so far of each kind of call, sorted} */
  public List<OperationStats> operations() {
    return operations.calls();
  }

  // ---- the end

  /** {@return what was counted; the run is over} */
  public StatsReport report(CaptureSummary summary) {
    return report(summary, each -> everyConnection);
  }

  /**
   * {@return the same}
   *
   * @param chosen which connections without RPC-over-RDMA are reported
   */
  public StatsReport report(CaptureSummary summary, Predicate<NumberedConnection> chosen) {
    List<ConnectionStats> connections = new ArrayList<>(closed);
    connections.addAll(closedUncounted);
    connections.addAll(open.values());
    connections.sort(BY_INDEX);
    // Some come after the end of their connection.
    connections.forEach(each -> countPackets(each.record()));
    Predecessors.find(connections);
    if (!everyConnection) {
      leaveOut(connections);
    }
    List<TransferStats> transfers = new ArrayList<>(2);
    for (TransferStats each : List.of(reads, writes)) {
      for (ConnectionStats connection : connections) {
        each.inFlight(connection.mostInFlight(each.kind()));
      }
      if (each.packets().times() > 0) {
        transfers.add(each);
      }
    }
    if (intervals.isPresent()) {
      intervals.get().fillSilence(ends(connections, summary));
    }
    return new StatsReport(
        connections,
        otherConnections,
        everyConnection ? withoutRpc.found() : withoutRpc.found().only(chosen),
        nvme.found(),
        operations.calls(),
        operations.insideCompounds(),
        transfers,
        intervals,
        slowest.map(SlowestCalls::list).orElse(List.of()),
        slowest.map(SlowestCalls::commands).orElse(List.of()),
        files.files(),
        files.directories(),
        summary);
  }

  /** When connections ended, since the first frame; with the capture, if nothing else is known. */
  private Map<Integer, Long> ends(List<ConnectionStats> connections, CaptureSummary summary) {
    Map<Integer, Long> ends = new HashMap<>();
    for (ConnectionStats each : connections) {
      Optional<ConnectionEnd> end = each.record().end();
      boolean open = end.isEmpty() || end.get().how() == ConnectionEnd.How.CAPTURE_END;
      if (open && each.record().index().isPresent()) {
        ends.put(each.record().index().getAsInt(), summary.lastNanos() - summary.firstNanos());
      }
    }
    return ends;
  }

  /** Leaves connections out of which no call is counted, and their rows. */
  private void leaveOut(List<ConnectionStats> connections) {
    for (int i = connections.size() - 1; i >= 0; i--) {
      ConnectionStats each = connections.get(i);
      if (!each.isCounted()) {
        connections.remove(i);
        if (intervals.isPresent() && each.record().index().isPresent()) {
          intervals.get().remove(each.record().index().getAsInt());
        }
      }
    }
  }
}
