package org.rdmadump.exercise.journal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What was done and completed, in order, with the bytes that it was to move: what a capture is held
 * against. It is kept packed, connection by connection. For one thread.
 */
public final class Journal {
  private final SortedMap<Integer, DeflatedTransfers> transfers = new TreeMap<>();
  private final SortedMap<Integer, AnsweredCalls> calls = new TreeMap<>();
  private final Map<Row, String> notOffered = new HashMap<>();
  private final Map<Row, String> undone = new HashMap<>();
  private final Map<Row, Long> planned = new HashMap<>();
  private final Map<Integer, Boolean> agreements = new HashMap<>();

  /** Calls of a connection, made anew each time so that long runs hold nothing, and answers. */
  private record AnsweredCalls(Supplier<List<RpcCall>> all, BitSet answered, BitSet inMemory) {}

  /** Nothing was done. */
  public Journal() {}

  /**
   * Adds a transfer that completed, after all that were sent by the same side of the connection
   * before it, and before its connection ended.
   */
  public void add(Transfer transfer) {
    transfers
        .computeIfAbsent(transfer.connection(), number -> new DeflatedTransfers())
        .add(transfer);
  }

  /**
   * Says which calls a connection is for.
   *
   * @param all makes the calls, the same ones each time
   */
  public void calls(int connection, Supplier<List<RpcCall>> all) {
    calls.put(connection, new AnsweredCalls(all, new BitSet(), new BitSet()));
  }

  /**
   * Adds a call that was answered.
   *
   * @param number of the call among those of its connection, from 0 on
   * @param inMemory whether both sides had the bytes of both messages in memory
   */
  public void answered(int connection, int number, boolean inMemory) {
    AnsweredCalls known = calls.get(connection);
    if (known == null) {
      throw new IllegalStateException("connection " + connection + " has no calls");
    }
    known.answered.set(number);
    known.inMemory.set(number, inMemory);
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
    notOffered.put(row, why);
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
    Optional.ofNullable(transfers.get(connection)).ifPresent(DeflatedTransfers::finish);
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
    AnsweredCalls known = calls.get(connection);
    return known != null && !known.answered.isEmpty();
  }

  /** {@return numbers of the connections that have something in the journal} */
  public NavigableSet<Integer> connections() {
    NavigableSet<Integer> all = new TreeSet<>(transfers.keySet());
    calls.keySet().stream().filter(this::hasExchanges).forEach(all::add);
    return all;
  }

  /** {@return the plain transfers of a connection, in order} */
  public List<Transfer> transfers(int connection) {
    return Optional.ofNullable(transfers.get(connection))
        .map(DeflatedTransfers::all)
        .orElse(List.of());
  }

  /** {@return the calls of a connection with their replies, in order} */
  public List<Exchange> exchanges(int connection) {
    AnsweredCalls known = calls.get(connection);
    if (known == null) {
      return List.of();
    }
    List<RpcCall> all = known.all.get();
    return known.answered.stream()
        .mapToObj(call -> new Exchange(connection, all.get(call), known.inMemory.get(call)))
        .toList();
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
    calls.keySet().forEach(connection -> all.addAll(exchanges(connection)));
    return all;
  }

  /** {@return why the devices cannot do something of a row; empty if they can do all of it} */
  public String notOffered(Row row) {
    return notOffered.getOrDefault(row, "");
  }
}
