package org.rdmadump.analysis.overview;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.rpcrdma.ConnectionRecord;

/** Findings of connections, but of no message, until a filter chooses their connections. */
final class FindingsAside {
  /** Those kept at a time; later ones are left out. */
  private static final int MOST_KEPT = 1 << 14;

  private final Consumer<CheckFinding> toChosen;
  private final IdentityHashMap<ConnectionRecord, List<CheckFinding>> kept =
      new IdentityHashMap<>();

  /** Connections with kept findings that have an index. */
  private final Map<Integer, ConnectionRecord> byIndex = new HashMap<>();

  private final BitSet chosen = new BitSet();
  private LongPredicate frames = any -> true;
  private int count;

  /** Passes those of connections that are chosen to {@code toChosen}. */
  FindingsAside(Consumer<CheckFinding> toChosen) {
    this.toChosen = toChosen;
  }

  /** Of connections with RPC-over-RDMA, has only findings in some frames passed. */
  void within(LongPredicate some) {
    frames = some;
  }

  void add(CheckFinding finding, ConnectionRecord connection) {
    boolean hasIndex = connection.index().isPresent();
    if (hasIndex && !isWithin(finding)) {
      return;
    }
    if (hasIndex && chosen.get(connection.index().getAsInt())) {
      toChosen.accept(finding);
    } else if (count < MOST_KEPT) {
      kept.computeIfAbsent(connection, any -> new ArrayList<>(1)).add(finding);
      count++;
      opened(connection);
    }
  }

  /** Whether a finding is in a frame that counts, or in none, as it is about the connection. */
  private boolean isWithin(CheckFinding finding) {
    return frames.test(finding.finding().frame())
        || CaptureRules.ofWhole().contains(finding.finding().rule());
  }

  /** Takes a connection that may have an index by now. */
  void opened(ConnectionRecord connection) {
    if (connection.index().isPresent() && kept.containsKey(connection)) {
      byIndex.put(connection.index().getAsInt(), connection);
    }
  }

  /** An exchange of the connection with that index is chosen. */
  void choose(int index) {
    if (chosen.get(index)) {
      return;
    }
    chosen.set(index);
    ConnectionRecord connection = byIndex.remove(index);
    if (connection != null) {
      for (CheckFinding each : take(connection)) {
        if (isWithin(each)) {
          toChosen.accept(each);
        }
      }
    }
  }

  /** A connection without an index is chosen. */
  void choose(ConnectionRecord connection) {
    take(connection).forEach(toChosen);
  }

  /** Forgets what is kept of a connection that ended, and has an index. */
  void closed(ConnectionRecord connection) {
    if (connection.index().isPresent()) {
      byIndex.remove(connection.index().getAsInt());
      List<CheckFinding> unused = take(connection);
    }
  }

  /** {@return what is kept of a connection, which is then forgotten} */
  private List<CheckFinding> take(ConnectionRecord connection) {
    List<CheckFinding> taken = kept.remove(connection);
    if (taken == null) {
      return List.of();
    }
    count -= taken.size();
    return taken;
  }
}
