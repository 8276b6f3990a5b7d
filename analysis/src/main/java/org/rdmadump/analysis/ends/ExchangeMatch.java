package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.rdmadump.analysis.stats.OperationKey;

/** Finds the exchanges that two captures show, by connection, direction, XID and time. */
final class ExchangeMatch {
  /** Calls with the same XID that are farther apart are different ones. */
  private static final long FARTHEST_NANOS = 10_000_000_000L;

  private static final int SLOWEST = 10;
  private static final int NONE = -1;

  private final Meeting meeting;
  private final Clocks clocks;
  private final ExchangeLog a;
  private final ExchangeLog b;
  private final int bits;
  private final long from;
  private final long to;

  /** Exchanges of B by key, those with the same key by time. */
  private final int[] order;

  /** Of each place of that order, the next that is not taken or leads to it, itself included. */
  private final int[] next;

  /** Likewise the one before; places are counted from 1 here, 0 is none. */
  private final int[] before;

  private final boolean[] taken;
  private final Map<OperationKey, OperationParts> operations = new TreeMap<>();
  private final PriorityQueue<ExchangeParts> slowest =
      new PriorityQueue<>(Comparator.comparingLong(ExchangeParts::latency));
  private long matched;
  private long incomplete;
  private long onlyInA;
  private long onlyInB;

  ExchangeMatch(Meeting meeting, ExchangeLog a, ExchangeLog b, PacketReport packets) {
    this.meeting = meeting;
    this.clocks = meeting.clocks().orElseThrow();
    this.a = a;
    this.b = b;
    this.bits = Math.max(a.bits(), b.bits());
    long margin = meeting.longestDelay();
    this.from = packets.fromNanos() + margin;
    this.to = packets.toNanos() - margin;
    this.taken = new boolean[b.size()];
    this.order =
        IntStream.range(0, b.size())
            .filter(each -> b.isAmong(each, bits))
            .boxed()
            .sorted(this::compare)
            .mapToInt(Integer::intValue)
            .toArray();
    this.next = IntStream.rangeClosed(0, order.length).toArray();
    this.before = IntStream.rangeClosed(0, order.length).toArray();
  }

  private int compare(int one, int other) {
    int byKey = Long.compare(keyOfB(one), keyOfB(other));
    return byKey != 0 ? byKey : Long.compare(timeOfB(one), timeOfB(other));
  }

  private long keyOfB(int index) {
    return b.key(index, meeting.addresses(), Tap.B);
  }

  private long timeOfB(int index) {
    return clocks.toA(b.nanos(index));
  }

  ExchangeReport report() {
    for (int i = 0; i < a.size(); i++) {
      if (a.isAmong(i, bits)) {
        match(i);
      }
    }
    for (int i = 0; i < b.size(); i++) {
      if (b.isAmong(i, bits) && !taken[i] && isInside(timeOfB(i))) {
        onlyInB++;
      }
    }
    List<ExchangeParts> longest = new ArrayList<>(slowest);
    longest.sort(Comparator.comparingLong(ExchangeParts::latency).reversed());
    return new ExchangeReport(
        List.copyOf(operations.values()),
        longest,
        matched,
        incomplete,
        onlyInA,
        onlyInB,
        1L << bits);
  }

  private boolean isInside(long nanosOfA) {
    return nanosOfA >= from && nanosOfA <= to;
  }

  private void match(int inA) {
    long time = a.nanos(inA);
    int place = nearest(a.key(inA, meeting.addresses(), Tap.A), time);
    if (place == NONE) {
      onlyInA += isInside(time) ? 1 : 0;
      return;
    }
    int nearest = order[place];
    taken[nearest] = true;
    next[place] = place + 1;
    before[place + 1] = place;
    if (a.latency(inA) == ExchangeLog.UNKNOWN || b.latency(nearest) == ExchangeLog.UNKNOWN) {
      incomplete++;
      return;
    }
    matched++;
    add(parts(inA, nearest));
  }

  /** The place of the exchange of B with a key that is not taken and nearest in time. */
  private int nearest(long key, long time) {
    int from = firstFrom(key, time);
    int behind = end(next, from);
    int ahead = end(before, from) - 1;
    long later = behind < order.length ? distance(behind, key, time) : Long.MAX_VALUE;
    long earlier = ahead >= 0 ? distance(ahead, key, time) : Long.MAX_VALUE;
    if (Math.min(earlier, later) >= FARTHEST_NANOS) {
      return NONE;
    }
    return earlier <= later ? ahead : behind;
  }

  private long distance(int place, long key, long time) {
    int index = order[place];
    return keyOfB(index) == key ? Math.abs(timeOfB(index) - time) : Long.MAX_VALUE;
  }

  /** The first place with a key and a time, or greater ones. */
  private int firstFrom(long key, long time) {
    int low = 0;
    int high = order.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int byKey = Long.compare(keyOfB(order[middle]), key);
      if (byKey < 0 || (byKey == 0 && timeOfB(order[middle]) < time)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Follows links to a place that leads to itself, and shortens the way there. */
  private static int end(int[] links, int from) {
    int end = from;
    while (links[end] != end) {
      links[end] = links[links[end]];
      end = links[end];
    }
    return end;
  }

  private ExchangeParts parts(int inA, int inB) {
    boolean isCallerAtA = meeting.sides().isAtA(a.callerHost(inA), a.serverHost(inA)).orElse(true);
    long latency = isCallerAtA ? a.latency(inA) : b.latency(inB);
    long atServer = isCallerAtA ? b.latency(inB) : a.latency(inA);
    long client = isCallerAtA ? a.reads(inA) : b.reads(inB);
    long waited = isCallerAtA ? b.reads(inB) : a.reads(inA);
    return new ExchangeParts(
        a.about(inA),
        a.xid(inA),
        a.frame(inA),
        b.frame(inB),
        latency,
        atServer - waited,
        client,
        latency - atServer + waited - client);
  }

  private void add(ExchangeParts parts) {
    operations.computeIfAbsent(parts.operation(), OperationParts::new).add(parts);
    slowest.add(parts);
    if (slowest.size() > SLOWEST) {
      slowest.remove();
    }
  }
}
