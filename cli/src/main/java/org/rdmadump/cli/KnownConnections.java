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
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;

/**
 * The connections of the captures of a run, if a filter or a column asks for fields {@code
 * connection.*} of other records. What is told of a connection is known at its end, so {@link
 * Reading} decodes the captures for it before the run.
 */
final class KnownConnections implements MessageListener {
  /** Connections that are kept at most. */
  private static final int MOST = 1 << 14;

  private final Map<Integer, NumberedConnection> byIndex = new HashMap<>();
  private final Map<ConnectionWay, List<NumberedConnection>> byWay = new HashMap<>();
  private boolean isAsked;
  private int count;
  private long others;

  /** {@return whether a field was asked for} */
  boolean isAsked() {
    return isAsked;
  }

  /** {@return connections that found no room} */
  long others() {
    return others;
  }

  /** Forgets all of them: other captures are read. */
  void forget() {
    byIndex.clear();
    byWay.clear();
    count = 0;
    others = 0;
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
    if (subject.connection().isPresent()) {
      return subject.connection().map(KnownConnections::numbered);
    }
    OptionalInt index = subject.finding().connection();
    return index.isPresent()
        ? Optional.ofNullable(byIndex.get(index.getAsInt()))
        : Optional.empty();
  }

  /** Of connections that had the same numbers, the latest that had begun, else the first. */
  private Optional<NumberedConnection> of(FrameRecord frame) {
    Optional<ConnectionWay> way = ConnectionWay.of(frame);
    Optional<NumberedConnection> latest = Optional.empty();
    for (NumberedConnection each : way.map(byWay::get).orElse(List.of())) {
      long begin = each.record().firstFrame();
      long known = latest.map(found -> found.record().firstFrame()).orElse(Long.MAX_VALUE);
      boolean isLater = known <= frame.number() && begin > known;
      if (isLater ? begin <= frame.number() : known > frame.number() && begin < known) {
        latest = Optional.of(each);
      }
    }
    return latest;
  }

  // ---- what the captures hold

  @Override
  public void closed(ConnectionRecord connection) {
    add(connection);
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    add(connection);
  }

  private void add(ConnectionRecord record) {
    if (count == MOST) {
      others++;
      return;
    }
    count++;
    NumberedConnection connection = numbered(record);
    record.index().ifPresent(index -> byIndex.put(index, connection));
    for (ConnectionWay way : ConnectionWay.of(record)) {
      byWay.computeIfAbsent(way, any -> new ArrayList<>(1)).add(connection);
    }
  }

  private static NumberedConnection numbered(ConnectionRecord record) {
    return new NumberedConnection(record.index().orElse(0), record);
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
