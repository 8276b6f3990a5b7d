package org.rdmadump.iwarp.mpa;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.rdmadump.tcp.StreamBytes;

/**
 * What waits of both sides of a connection, in the order in which it was captured, and how much it
 * is.
 */
final class WaitingQueue {
  static final long MOST_BYTES = 256 << 10;
  static final int MOST_PIECES = 2048;

  /** Behind all positions. */
  private static final long NOTHING = Long.MAX_VALUE;

  private final ArrayDeque<Waiting> queue = new ArrayDeque<>(0);

  /** Where what waits of each side ends. */
  private final long[] ends = new long[2];

  /** Where what waits of each side began when its first did. */
  private final long[] begins = {NOTHING, NOTHING};

  private long cost;

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Memory that it holds, roughly. */
  long cost() {
    return cost;
  }

  /** Whether it is more than may wait. */
  boolean isTooMuch() {
    return cost > MOST_BYTES || queue.size() > MOST_PIECES;
  }

  /** Whether it is more than is left once it was too much. */
  boolean isMoreThanHalf() {
    return cost > MOST_BYTES / 2 || queue.size() > MOST_PIECES / 2;
  }

  /** Where what waits of a side ends. */
  long end(int side) {
    return ends[side];
  }

  /**
   * A place in the stream of a side before which nothing waits, and nothing did since something
   * waits of either side; behind all positions if nothing of the side waits.
   */
  long begin(int side) {
    return queue.isEmpty() ? NOTHING : begins[side];
  }

  void add(Waiting waiting) {
    begins(waiting);
    queue.add(waiting);
    ends[waiting.side()] = waiting.end();
    cost += waiting.cost();
  }

  private void begins(Waiting waiting) {
    if (queue.isEmpty()) {
      Arrays.fill(begins, NOTHING);
    }
    begins[waiting.side()] = Math.min(begins[waiting.side()], waiting.position());
  }

  void addFirst(Waiting waiting) {
    begins(waiting);
    queue.addFirst(waiting);
    ends[waiting.side()] = Math.max(ends[waiting.side()], waiting.end());
    cost += waiting.cost();
  }

  /** Puts those bytes of a side in front that stand before {@code position}. */
  void addFirst(int side, StreamBytes bytes, long position) {
    int count = (int) Math.min(bytes.length(), position - bytes.position());
    if (count > 0) {
      addFirst(Waiting.of(side, bytes.copy(0, count)));
    }
  }

  /** The oldest, of at least one. */
  Waiting first() {
    return queue.getFirst();
  }

  Waiting removeFirst() {
    Waiting first = queue.removeFirst();
    cost -= first.cost();
    return first;
  }

  /** What waits of a side from a position on, in order. */
  ArrayDeque<Waiting> from(int side, long position) {
    ArrayDeque<Waiting> found = new ArrayDeque<>(0);
    if (ends[side] <= position) {
      return found;
    }
    for (Iterator<Waiting> all = queue.descendingIterator(); all.hasNext(); ) {
      Waiting each = all.next();
      if (each.side() == side) {
        if (each.position() < position) {
          break;
        }
        found.addFirst(each);
      }
    }
    return found;
  }

  // ---- what an FPDU took in that may hold others

  /** The first of a side that no such FPDU took in. */
  Optional<Waiting> firstNotTaken(int side) {
    for (Waiting each : queue) {
      if (each.side() == side && !each.isTaken()) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /**
   * Has what was taken of a side wait again, as that was no FPDU.
   *
   * @param side of those bytes
   * @param most position that the first of it begins before, unless nothing was taken
   * @return where the first of it begins
   */
  long takeBack(int side, long most) {
    long first = most;
    for (Waiting each : queue) {
      if (each.side() == side && each.isTaken()) {
        each.taken(false);
        first = Math.min(first, each.position());
      }
    }
    return first;
  }

  /** Forgets what was taken of a side. */
  void removeTaken(int side) {
    for (Iterator<Waiting> all = queue.iterator(); all.hasNext(); ) {
      Waiting each = all.next();
      if (each.side() == side && each.isTaken()) {
        all.remove();
        cost -= each.cost();
      }
    }
  }

  /**
   * Forgets what was taken of the side of {@code last}, but not what stands behind {@code used}
   * bytes of that.
   */
  void removeTaken(Waiting last, int used) {
    ArrayDeque<Waiting> others = new ArrayDeque<>(queue);
    queue.clear();
    cost = 0;
    for (Waiting each : others) {
      if (each.side() != last.side() || !each.isTaken()) {
        add(each);
      } else if (each.equals(last) && used < each.piece().length()) {
        add(each.behind(used));
      }
    }
  }
}
