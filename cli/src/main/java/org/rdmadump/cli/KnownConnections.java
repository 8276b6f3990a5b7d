package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.field.PartFields;
import org.rdmadump.analysis.frame.ConnectionWay;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.stats.ConnectionGroup;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;

/**
 * The connections of the captures of a run, if a filter or a column asks for fields {@code
 * connection.*} of other records. What is told of a connection is known at its end, so {@link
 * Reading} decodes the captures for it before the run.
 */
final class KnownConnections implements MessageListener {
  /** Connections with RPC that are kept at most; those without take ten times the memory. */
  static final int MOST = 1 << 14;

  private final Map<Integer, NumberedConnection> byIndex = new HashMap<>();

  /** By the numbers in their packets, in the order of their first frames once all are known. */
  private final Map<ConnectionWay, List<NumberedConnection>> byWay = new HashMap<>();

  private List<String> files = List.of();
  private boolean isAsked;
  private final List<NumberedConnection> withRpc = new ArrayList<>();
  private WithoutRpc.Collector ended = new WithoutRpc.Collector();
  private WithoutRpc withoutRpc = new WithoutRpc(List.of(), 0);
  private long others;

  /** {@return whether a field was asked for} */
  boolean isAsked() {
    return isAsked;
  }

  /** {@return connections that found no room} */
  long others() {
    return others + withoutRpc.others();
  }

  /** {@return those with RPC, which have no number among those without} */
  List<NumberedConnection> withRpc() {
    return withRpc;
  }

  /** {@return those without RPC, as they are listed} */
  List<NumberedConnection> withoutRpc() {
    return withoutRpc.connections();
  }

  /** {@return whether those of the captures are to be learned before a run} */
  boolean isAskedOf(List<String> captures) {
    return isAsked && !files.equals(captures);
  }

  /** Forgets all of them: captures are read. */
  void begin() {
    files = List.of();
    byIndex.clear();
    byWay.clear();
    withRpc.clear();
    ended = new WithoutRpc.Collector();
    withoutRpc = new WithoutRpc(List.of(), 0);
    others = 0;
  }

  /** Takes note that all connections of the captures are known. */
  void end(List<String> captures) {
    files = captures;
    withoutRpc = ended.found();
    ended = new WithoutRpc.Collector();
    withoutRpc.connections().forEach(this::add);
    for (List<NumberedConnection> each : byWay.values()) {
      each.sort(
          // What Comparator makes of a key is in no archive of classes, and takes a millisecond.
          (one, other) -> Long.compare(one.record().firstFrame(), other.record().firstFrame()));
    }
  }

  // ---- the fields of records

  /** {@return the fields of the connection of messages, exchanges or commands, by its index} */
  <R> PartFields<R, NumberedConnection> of(Function<R, Integer> index) {
    return fields(each -> Optional.ofNullable(byIndex.get(index.apply(each))));
  }

  /** {@return those of the connection that a frame belongs to} */
  PartFields<FrameRecord, NumberedConnection> ofFrames() {
    return fields(this::of);
  }

  /** {@return those of the connection that a finding is about} */
  PartFields<FindingSubject, NumberedConnection> ofFindings() {
    return fields(this::of);
  }

  private <R> PartFields<R, NumberedConnection> fields(
      Function<R, Optional<NumberedConnection>> find) {
    return new PartFields<>(new ConnectionGroup<>(find, () -> isAsked = true));
  }

  private Optional<NumberedConnection> of(FindingSubject subject) {
    OptionalInt index = subject.finding().connection();
    if (index.isPresent()) {
      return Optional.ofNullable(byIndex.get(index.getAsInt()));
    }
    // While it goes on, less is known of it than at its end.
    return subject
        .connection()
        .map(record -> ended(record).orElseGet(() -> new NumberedConnection(0, record)));
  }

  private Optional<NumberedConnection> ended(ConnectionRecord record) {
    return ConnectionWay.of(record).stream()
        .flatMap(way -> byWay.getOrDefault(way, List.of()).stream())
        .filter(each -> each.record().firstFrame() == record.firstFrame())
        .findFirst();
  }

  private Optional<NumberedConnection> of(FrameRecord frame) {
    return ConnectionWay.of(frame).flatMap(way -> of(way, frame.number()));
  }

  /**
   * {@return the connection of a frame that goes this way}
   *
   * <p>Of connections that had the same numbers, the first that had not ended: frames between two
   * may be the set-up of the later one. Behind all of them, the last.
   */
  Optional<NumberedConnection> of(ConnectionWay way, long frame) {
    List<NumberedConnection> same = byWay.getOrDefault(way, List.of());
    if (same.isEmpty()) {
      return Optional.empty();
    }
    int from = 0;
    int to = same.size() - 1;
    while (from < to) {
      int middle = (from + to) / 2;
      if (same.get(middle).record().lastFrame() < frame) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return Optional.of(same.get(from));
  }

  // ---- what the captures hold

  @Override
  public void closed(ConnectionRecord connection) {
    if (withRpc.size() == MOST) {
      others++;
    } else {
      NumberedConnection numbered = new NumberedConnection(0, connection);
      withRpc.add(numbered);
      add(numbered);
    }
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    ended.add(connection);
  }

  private void add(NumberedConnection connection) {
    ConnectionRecord record = connection.record();
    record.index().ifPresent(index -> byIndex.put(index, connection));
    for (ConnectionWay way : ConnectionWay.of(record)) {
      byWay.computeIfAbsent(way, any -> new ArrayList<>(1)).add(connection);
    }
  }

  @Override
  public boolean handlesExchanges() {
    return false;
  }

  @Override
  public boolean takesExchanges() {
    return false;
  }

  @Override
  public boolean takesContent() {
    return false;
  }

  @Override
  public boolean takesNames() {
    return false;
  }
}
