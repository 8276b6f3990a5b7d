package org.rdmadump.analysis.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;

/**
 * The connections of a run. Some have series of their own: those that came first, and later ones in
 * place of those that ended. All others are counted in one.
 */
final class ConnectionTable {
  /** Different codes of refusals that are told apart. */
  private static final int MOST_CODES = 64;

  private static final String RNR = "RNR NAK";

  /** Those with series of their own, those that came first before others. */
  private final Map<ConnectionRecord, Boolean> apart = new LinkedHashMap<>();

  /** Open ones among the others. */
  private final Set<ConnectionRecord> others = new LinkedHashSet<>();

  /** Numbers of the others that ended. */
  private final long[] otherEnded = new long[ConnectionNumber.ALL.size()];

  private final Map<MovedBy, Long> movedEnded = new HashMap<>();
  private final Map<String, Long> codesEnded = new TreeMap<>();
  private long retransmittedEnded;
  private long opened;
  private long folded;
  private long open;

  /** What was read of all connections at once. */
  record Totals(Map<MovedBy, Long> moved, Map<String, Long> codes, long retransmitted) {}

  void opened(ConnectionRecord connection) {
    opened++;
    open++;
    if (apart.size() == Metric.CONNECTION_CALLS.most()) {
      forgetEnded();
    }
    if (apart.size() < Metric.CONNECTION_CALLS.most()) {
      apart.put(connection, /* isOpen= */ true);
    } else {
      others.add(connection);
      folded++;
    }
  }

  private void forgetEnded() {
    for (Map.Entry<ConnectionRecord, Boolean> each : apart.entrySet()) {
      if (!each.getValue()) {
        apart.remove(each.getKey());
        return;
      }
    }
  }

  /** Takes the end of a connection, which was not opened here if it carried no message. */
  void closed(ConnectionRecord connection) {
    add(connection, movedEnded, codesEnded);
    retransmittedEnded += retransmitted(connection);
    if (apart.replace(connection, /* isOpen= */ false) != null) {
      open--;
    } else if (others.remove(connection)) {
      open--;
      add(connection, otherEnded);
    }
  }

  /** Connections so far. */
  long count() {
    return opened;
  }

  /** Open ones. */
  long open() {
    return open;
  }

  /** Those that had no place of their own when they came. */
  long folded() {
    return folded;
  }

  /** Sums over all connections. */
  Totals totals() {
    Map<MovedBy, Long> moved = new HashMap<>(movedEnded);
    Map<String, Long> codes = new TreeMap<>(codesEnded);
    long retransmitted = retransmittedEnded;
    List<ConnectionRecord> all = new ArrayList<>(others);
    apart.forEach(
        (connection, isOpen) -> {
          if (isOpen) {
            all.add(connection);
          }
        });
    for (ConnectionRecord each : all) {
      add(each, moved, codes);
      retransmitted += retransmitted(each);
    }
    return new Totals(moved, codes, retransmitted);
  }

  private static long retransmitted(ConnectionRecord connection) {
    return connection.traffic(Direction.FORWARD).retransmitted()
        + connection.traffic(Direction.BACKWARD).retransmitted();
  }

  private static void add(
      ConnectionRecord connection, Map<MovedBy, Long> moved, Map<String, Long> codes) {
    for (MovedBy way : MovedBy.values()) {
      moved.merge(way, connection.bytes(way), Long::sum);
    }
    for (Direction direction : Direction.values()) {
      connection.traffic(direction).refusals().forEach((code, count) -> add(codes, code, count));
      add(codes, RNR, connection.traffic(direction).notReadyCount());
    }
  }

  private static void add(Map<String, Long> codes, String code, long count) {
    if (count > 0) {
      boolean hasRoom = codes.size() < MOST_CODES || codes.containsKey(code);
      codes.merge(hasRoom ? code : Metric.OTHER, count, Long::sum);
    }
  }

  private static void add(ConnectionRecord connection, long[] sums) {
    for (int i = 0; i < sums.length; i++) {
      ConnectionNumber each = ConnectionNumber.ALL.get(i);
      sums[i] += each.isCounter() ? each.of().applyAsLong(connection) : 0;
    }
  }

  /** Tells the numbers of each connection, and of the others together if there are any. */
  void tell(MetricSink sink) {
    long[] sums = otherEnded.clone();
    for (ConnectionRecord each : others) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += ConnectionNumber.ALL.get(i).of().applyAsLong(each);
      }
    }
    for (int i = 0; i < sums.length; i++) {
      ConnectionNumber number = ConnectionNumber.ALL.get(i);
      for (ConnectionRecord each : apart.keySet()) {
        tell(
            sink,
            number,
            number.of().applyAsLong(each),
            Integer.toString(each.index().orElse(0)),
            each.client().address().toString(),
            each.server().address().toString());
      }
      if (folded > 0) {
        tell(sink, number, sums[i], Metric.OTHER, Metric.OTHER, Metric.OTHER);
      }
    }
  }

  private static void tell(
      MetricSink sink,
      ConnectionNumber number,
      long value,
      String index,
      String client,
      String to) {
    if (number.sender().isEmpty()) {
      sink.count(number.metric(), value, index, client, to);
    } else {
      sink.count(number.metric(), value, index, client, to, number.sender());
    }
  }
}
