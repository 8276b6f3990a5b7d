package org.rdmadump.analysis.stats;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parts of the time of the same length, counted from the first frame, with a row for each
 * connection that was at work in it. If there are too many rows, parts become twice as long; of too
 * many connections, which no length of parts would help, the later ones have no rows. At the end,
 * silence gets rows too: each part of it, as long as there is room, else its first and last.
 */
public final class Intervals {
  private static final int MOST_ROWS = 16_384;

  /**
   * So few that half of the rows are enough for a part before the first frame and one behind it.
   */
  private static final int MOST_CONNECTIONS = MOST_ROWS / 4;

  private long nanos;
  private Map<Long, Map<Integer, IntervalStats>> parts = new TreeMap<>();
  private int rows;
  private final BitSet connections = new BitSet();
  private final BitSet others = new BitSet();

  /**
   * No rows yet.
   *
   * @param nanos length of a part, above 0
   */
  Intervals(long nanos) {
    this.nanos = nanos;
  }

  /** {@return the row of a time since the first frame} */
  IntervalStats at(long sinceFirst, int connection) {
    if (!connections.get(connection)) {
      if (connections.cardinality() == MOST_CONNECTIONS) {
        others.set(connection);
        return new IntervalStats(connection);
      }
      connections.set(connection);
    }
    IntervalStats row = row(parts, Math.floorDiv(sinceFirst, nanos), connection);
    if (rows > MOST_ROWS) {
      lengthen();
      row = row(parts, Math.floorDiv(sinceFirst, nanos), connection);
    }
    return row;
  }

  private IntervalStats row(
      Map<Long, Map<Integer, IntervalStats>> all, long number, int connection) {
    return all.computeIfAbsent(number, any -> new TreeMap<>())
        .computeIfAbsent(
            connection,
            index -> {
              rows++;
              return new IntervalStats(index);
            });
  }

  /** Removes the rows of a connection. */
  void remove(int connection) {
    others.clear(connection);
    parts.values().forEach(part -> part.remove(connection));
    parts.values().removeIf(Map::isEmpty);
  }

  /**
   * Adds rows of silence between those of each connection, and behind them.
   *
   * @param untils times since the first frame, by connection, up to which silence lasts
   */
  void fillSilence(Map<Integer, Long> untils) {
    Map<Integer, Long> latest = new TreeMap<>();
    Map<Integer, IntervalStats> latestRows = new TreeMap<>();
    int room = MOST_ROWS;
    for (long part : List.copyOf(parts.keySet())) {
      for (IntervalStats row : List.copyOf(parts.getOrDefault(part, Map.of()).values())) {
        IntervalStats rowBefore = latestRows.put(row.connection(), row);
        if (rowBefore != null) {
          row.follows(rowBefore);
        }
        Long before = latest.put(row.connection(), part);
        if (before != null) {
          room -= fillSilence(before, part, row.connection(), room);
        }
      }
    }
    for (Map.Entry<Integer, Long> each : latest.entrySet()) {
      long until = untils.getOrDefault(each.getKey(), Long.MIN_VALUE);
      room -= fillSilence(each.getValue(), Math.floorDiv(until, nanos) + 1, each.getKey(), room);
    }
  }

  /** {@return how many rows were added} */
  private int fillSilence(long before, long behind, int connection, int room) {
    if (behind <= before + 1) {
      return 0;
    }
    long silent = behind - before - 1;
    IntervalStats like = parts.getOrDefault(before, Map.of()).get(connection);
    if (like == null) {
      return 0;
    }
    if (silent > room) {
      silence(before + 1, like);
      silence(behind - 1, like);
      return 0;
    }
    for (long part = before + 1; part < behind; part++) {
      silence(part, like);
    }
    return (int) silent;
  }

  private void silence(long part, IntervalStats before) {
    parts
        .computeIfAbsent(part, any -> new TreeMap<>())
        .put(before.connection(), IntervalStats.silence(before));
  }

  private void lengthen() {
    while (rows > MOST_ROWS / 2 && nanos < Long.MAX_VALUE / 2) {
      nanos *= 2;
      rows = 0;
      Map<Long, Map<Integer, IntervalStats>> longer = new TreeMap<>();
      for (Map.Entry<Long, Map<Integer, IntervalStats>> part : parts.entrySet()) {
        for (IntervalStats row : part.getValue().values()) {
          row(longer, Math.floorDiv(part.getKey(), 2L), row.connection()).append(row);
        }
      }
      parts = longer;
      if (parts.size() == 1) {
        return;
      }
    }
  }

  /** {@return length of a part in nanoseconds, which may be longer than what was asked for} */
  public long nanos() {
    return nanos;
  }

  /** {@return connections that were at work and have no rows, because there were too many} */
  public int otherConnections() {
    return others.cardinality();
  }

  /** {@return when the parts with rows begin, since the first frame, in order} */
  public List<Long> beginnings() {
    return parts.keySet().stream().map(number -> number * nanos).toList();
  }

  /** {@return the rows of a part, by connection} */
  public List<IntervalStats> rows(long beginning) {
    return List.copyOf(parts.getOrDefault(Math.floorDiv(beginning, nanos), Map.of()).values());
  }
}
