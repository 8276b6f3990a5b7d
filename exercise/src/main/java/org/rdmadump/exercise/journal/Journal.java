package org.rdmadump.exercise.journal;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was done and completed, in order, with the bytes that it was to move: what a capture is held
 * against. It is kept packed, connection by connection. For one thread.
 */
public final class Journal {
  private final SortedMap<Integer, DeflatedList<Transfer>> transfers = new TreeMap<>();
  private final SortedMap<Integer, DeflatedList<Exchange>> exchanges = new TreeMap<>();
  private final Map<ExerciseCase, Map<Side, String>> notOffered = new EnumMap<>(ExerciseCase.class);
  private final Map<Row, String> undone = new HashMap<>();
  private final Map<Row, Long> planned = new HashMap<>();
  private final Map<Integer, Boolean> agreements = new HashMap<>();

  /** Nothing was done. */
  public Journal() {}

  /**
   * Adds a transfer that completed, after all that were sent by the same side of the connection
   * before it, and before its connection ended.
   */
  public void add(Transfer transfer) {
    transfers
        .computeIfAbsent(transfer.connection(), number -> new DeflatedList<>(new TransferCodec()))
        .add(transfer);
  }

  /** Adds a call that was answered, before its connection ended. */
  public void add(Exchange exchange) {
    exchanges
        .computeIfAbsent(exchange.connection(), number -> new DeflatedList<>(new ExchangeCodec()))
        .add(exchange);
  }

  /** Says that a part of a row was not done, and why, though the run went on. */
  public void undone(Row row, String why) {
    undone.put(row, why);
  }

  /** {@return why a part of a row was not done; empty if nothing of that kind is known} */
  public String undone(Row row) {
    return undone.getOrDefault(row, "");
  }

  /** Says that the devices cannot do something of a row, or all of it, and why. */
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

  /**
   * Says that a connection came to its end: all that was sent on it is in the journal.
   *
   * @param same whether what the sides told each other on it arrived as it was sent
   */
  public void ended(int connection, boolean same) {
    agreements.put(connection, same);
    finish(connection);
  }

  /** Says that there will be no more of a connection, whether it came to its end or not. */
  public void finish(int connection) {
    Optional.ofNullable(transfers.get(connection)).ifPresent(DeflatedList::finish);
    Optional.ofNullable(exchanges.get(connection)).ifPresent(DeflatedList::finish);
  }

  /**
   * {@return whether what the sides told each other arrived; empty where the connection ended
   * before that was known}
   */
  public Optional<Boolean> agreement(int connection) {
    return Optional.ofNullable(agreements.get(connection));
  }

  /** {@return whether there are calls of a connection} */
  public boolean hasExchanges(int connection) {
    return exchanges.containsKey(connection);
  }

  /** {@return numbers of the connections that have something in the journal} */
  public SortedSet<Integer> connections() {
    SortedSet<Integer> all = new TreeSet<>(transfers.keySet());
    all.addAll(exchanges.keySet());
    return all;
  }

  /** {@return the plain transfers of a connection, in order} */
  public List<Transfer> transfers(int connection) {
    return Optional.ofNullable(transfers.get(connection)).map(DeflatedList::all).orElse(List.of());
  }

  /** {@return the calls of a connection with their replies, in order} */
  public List<Exchange> exchanges(int connection) {
    return Optional.ofNullable(exchanges.get(connection)).map(DeflatedList::all).orElse(List.of());
  }

  /** {@return the plain transfers of all connections} */
  public List<Transfer> transfers() {
    List<Transfer> all = new ArrayList<>();
    transfers.values().forEach(packed -> all.addAll(packed.all()));
    return all;
  }

  /** {@return the calls of all connections with their replies} */
  public List<Exchange> exchanges() {
    List<Exchange> all = new ArrayList<>();
    exchanges.values().forEach(packed -> all.addAll(packed.all()));
    return all;
  }

  /** {@return what the devices cannot do, with the reason} */
  public Map<Row, String> notOffered() {
    Map<Row, String> rows = new HashMap<>();
    notOffered.forEach((of, sides) -> sides.forEach((by, why) -> rows.put(new Row(of, by), why)));
    return rows;
  }
}
