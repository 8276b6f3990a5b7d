package org.rdmadump.exercise;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.exercise.plain.Transfer;
import org.rdmadump.exercise.rpc.Exchange;

/**
 * What was done and completed, in order, with the bytes that it was to move: what a capture is held
 * against. For one thread.
 */
public final class Journal {
  private final List<Transfer> transfers = new ArrayList<>();
  private final List<Exchange> exchanges = new ArrayList<>();
  private final Map<ExerciseCase, Map<Side, String>> notOffered = new EnumMap<>(ExerciseCase.class);

  private final Map<Row, Long> planned = new HashMap<>();
  private final Map<Integer, Boolean> agreements = new HashMap<>();

  /** Nothing was done. */
  public Journal() {}

  /** Adds a transfer that completed, after all that were sent by the same side before it. */
  public void add(Transfer transfer) {
    transfers.add(transfer);
  }

  /** Adds a call that was answered. */
  public void add(Exchange exchange) {
    exchanges.add(exchange);
  }

  /** Says that the devices cannot do something, and why. */
  public void notOffered(Row row, String why) {
    notOffered.computeIfAbsent(row.of(), of -> new EnumMap<>(Side.class)).put(row.by(), why);
  }

  /** Says that a row is to have one more message, operation or exchange. */
  public void planned(Row row) {
    planned.merge(row, 1L, Long::sum);
  }

  /** {@return how many a row was to have} */
  public long plannedOf(Row row) {
    return planned.getOrDefault(row, 0L);
  }

  /** Says whether what the sides told each other on a connection arrived as it was sent. */
  public void agreed(int connection, boolean same) {
    agreements.put(connection, same);
  }

  /** {@return whether it did; empty where the connection ended before that was known} */
  public Optional<Boolean> agreement(int connection) {
    return Optional.ofNullable(agreements.get(connection));
  }

  /** {@return the plain transfers} */
  public List<Transfer> transfers() {
    return Collections.unmodifiableList(transfers);
  }

  /** {@return the calls with their replies} */
  public List<Exchange> exchanges() {
    return Collections.unmodifiableList(exchanges);
  }

  /** {@return what the devices cannot do, with the reason} */
  public Map<Row, String> notOffered() {
    Map<Row, String> rows = new HashMap<>();
    notOffered.forEach((of, sides) -> sides.forEach((by, why) -> rows.put(new Row(of, by), why)));
    return rows;
  }
}
