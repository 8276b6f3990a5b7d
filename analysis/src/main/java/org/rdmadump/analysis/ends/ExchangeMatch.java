package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
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

  /** Exchanges of B in chains by the lower bits of their keys, each the earliest first. */
  private final int[] firsts;

  private final int[] next;
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
    this.next = new int[b.size()];
    this.taken = new boolean[b.size()];
    this.firsts = new int[Math.max(1, Integer.highestOneBit(b.size()))];
    Arrays.fill(firsts, NONE);
  }

  ExchangeReport report() {
    for (int i = b.size() - 1; i >= 0; i--) {
      if (b.isAmong(i, bits)) {
        int chain = chain(b.key(i, meeting.addresses(), Tap.B));
        next[i] = firsts[chain];
        firsts[chain] = i;
      }
    }
    for (int i = 0; i < a.size(); i++) {
      if (a.isAmong(i, bits)) {
        match(i);
      }
    }
    for (int i = 0; i < b.size(); i++) {
      if (b.isAmong(i, bits) && !taken[i] && isInside(clocks.toA(b.nanos(i)))) {
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

  private int chain(long key) {
    return (int) key & (firsts.length - 1);
  }

  private boolean isInside(long nanosOfA) {
    return nanosOfA >= from && nanosOfA <= to;
  }

  private void match(int inA) {
    long time = a.nanos(inA);
    int nearest = NONE;
    long least = FARTHEST_NANOS;
    long key = a.key(inA, meeting.addresses(), Tap.A);
    for (int i = firsts[chain(key)]; i != NONE; i = next[i]) {
      long distance = Math.abs(clocks.toA(b.nanos(i)) - time);
      if (!taken[i] && distance < least && b.key(i, meeting.addresses(), Tap.B) == key) {
        least = distance;
        nearest = i;
      }
    }
    if (nearest == NONE) {
      onlyInA += isInside(time) ? 1 : 0;
      return;
    }
    taken[nearest] = true;
    if (a.latency(inA) == ExchangeLog.UNKNOWN || b.latency(nearest) == ExchangeLog.UNKNOWN) {
      incomplete++;
      return;
    }
    matched++;
    add(parts(inA, nearest));
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
