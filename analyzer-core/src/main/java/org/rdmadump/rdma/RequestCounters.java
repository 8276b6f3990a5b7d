package org.rdmadump.rdma;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongConsumer;

/**
 * The requests that one side of a connection sent, whatever they carry: their kinds, sizes and
 * latencies. Its transport fills it while it decodes, and has each request in it once.
 *
 * <p>A request has a place in the order of its side, as in {@link SentOrder}: a PSN extended to 64
 * bits, or a position in a stream. Requests whose answers are to come wait in a ring of {@value
 * #MOST_WAITING}; the oldest gives its place to the newest, and has no latency then.
 */
@SuppressWarnings("EnumOrdinal") // An index into a table of our own, never stored.
public final class RequestCounters {
  /** Requests that wait for their answers at most. */
  static final int MOST_WAITING = 512;

  private static final int FIRST_CAPACITY = 8;
  private static final int COST_OF_WAITING = 33;

  /** What an empty one holds. */
  private static final int COST = 300;

  private static final int NO_CREDITS = -1;
  private static final int NOT_FOUND = -1;
  private static final RequestKind[] KINDS = RequestKind.values();

  /** What the times of requests hold for each part. */
  private static final long COST_OF_PART = 2L * Long.BYTES;

  /** Marks a request whose last packet was not seen. */
  private static final long OPEN = Long.MAX_VALUE;

  private final LongConsumer memory;
  private final Optional<RequestTimes> times;
  private final Map<RequestKind, RequestTally> tallies = new EnumMap<>(RequestKind.class);
  private long held;

  // Requests that wait, in the order in which they were seen: a ring of one array for each value.
  private long[] firsts = {};
  private long[] lasts = {};
  private long[] starts = {};
  private long[] lengths = {};
  private byte[] kinds = {};
  private int oldest;
  private int waiting;

  private long answeredTo = Long.MIN_VALUE;
  private long acknowledgements;
  private long withoutCredits;
  private int leastCredits = NO_CREDITS;
  private boolean stopped;

  /**
   * No request.
   *
   * @param memory is told of bytes that are held, and with less than 0 of bytes given back
   */
  public RequestCounters(LongConsumer memory) {
    this(memory, Optional.empty());
  }

  /**
   * The same.
   *
   * @param times takes when requests are sent, if somebody wants to know
   */
  RequestCounters(LongConsumer memory, Optional<RequestTimes> times) {
    this.memory = memory;
    this.times = times;
    charge(COST);
  }

  // ---- what the transport says

  /**
   * Takes a request that is complete with its first packet, or whose last place is known.
   *
   * @param first its place
   * @param last the place of its last packet, or before which an acknowledgement does not cover it
   * @param length bytes that it moves
   * @param nanos time of its first packet
   */
  public void sent(RequestKind kind, long first, long last, long length, long nanos) {
    count(kind, length, nanos);
    wait(kind, first, last, nanos, 0);
  }

  /** Takes a whole request that nothing answers, of an unreliable service. */
  public void sent(RequestKind kind, long length, long nanos) {
    count(kind, length, nanos);
  }

  /** Takes the first packet of a request of several packets, which {@link #ends} completes. */
  public void begins(RequestKind kind, long first, long length, long nanos) {
    wait(kind, first, OPEN, nanos, length);
  }

  /** Takes the last packet of a request that {@link #begins} announced. */
  public void ends(RequestKind kind, long first, long last) {
    int at = find(first);
    if (at >= 0 && lasts[at] == OPEN) {
      kinds[at] = (byte) kind.ordinal();
      lasts[at] = last;
      count(kind, lengths[at], starts[at]);
    }
  }

  private void count(RequestKind kind, long length, long nanos) {
    tally(kind).sizes().add(length);
    if (times.isPresent()) {
      int parts = times.get().parts();
      times.get().add(nanos, length);
      charge(COST_OF_PART * (times.get().parts() - parts));
    }
  }

  private int find(long first) {
    for (int age = waiting - 1; age >= 0; age--) {
      int at = oldest + age & firsts.length - 1;
      if (firsts[at] == first) {
        return at;
      }
    }
    return NOT_FOUND;
  }

  private void wait(RequestKind kind, long first, long last, long nanos, long length) {
    if (last <= answeredTo && !kind.hasResponse()) {
      return;
    }
    if (waiting == firsts.length) {
      if (waiting == MOST_WAITING) {
        countIfOpen(oldest);
        dropOldest();
      } else {
        grow();
      }
    }
    int at = oldest + waiting & firsts.length - 1;
    firsts[at] = first;
    lasts[at] = last;
    starts[at] = nanos;
    lengths[at] = length;
    kinds[at] = (byte) kind.ordinal();
    waiting++;
  }

  private void dropOldest() {
    oldest = oldest + 1 & firsts.length - 1;
    waiting--;
  }

  private void grow() {
    int capacity = Math.max(FIRST_CAPACITY, 2 * firsts.length);
    charge((long) (capacity - firsts.length) * COST_OF_WAITING);
    firsts = unrolled(firsts, capacity);
    lasts = unrolled(lasts, capacity);
    starts = unrolled(starts, capacity);
    lengths = unrolled(lengths, capacity);
    byte[] larger = new byte[capacity];
    for (int age = 0; age < waiting; age++) {
      larger[age] = kinds[oldest + age & kinds.length - 1];
    }
    kinds = larger;
    oldest = 0;
  }

  private long[] unrolled(long[] ring, int capacity) {
    long[] larger = Arrays.copyOfRange(ring, oldest, oldest + capacity);
    int tail = ring.length - oldest;
    System.arraycopy(ring, 0, larger, tail, ring.length - tail);
    return larger;
  }

  /**
   * Takes an acknowledgement of all requests up to a place.
   *
   * @param last place of the last packet that it covers
   * @param nanos its time
   */
  public void acknowledged(long last, long nanos) {
    answered(last, /* isResponse= */ false, nanos);
    answeredTo = Math.max(answeredTo, last);
  }

  /**
   * Takes the last packet of a response, which answers the requests before it too.
   *
   * @param place of that packet
   * @param nanos its time
   */
  public void responded(long place, long nanos) {
    answered(place, /* isResponse= */ true, nanos);
    answeredTo = Math.max(answeredTo, place);
  }

  /** Looks at the requests that begin up to a place; what is not answered waits on. */
  private void answered(long last, boolean isResponse, long nanos) {
    int mask = firsts.length - 1;
    int looked = 0;
    int responded = NOT_FOUND;
    while (looked < waiting && firsts[oldest + looked & mask] <= last) {
      int at = oldest + looked & mask;
      if (isResponse && KINDS[kinds[at]].hasResponse() && lasts[at] <= last) {
        responded = looked;
      }
      looked++;
    }
    int kept = 0;
    for (int age = looked - 1; age >= 0; age--) {
      int at = oldest + age & mask;
      RequestKind kind = KINDS[kinds[at]];
      boolean isCovered = lasts[at] <= last && (isResponse || !kind.hasResponse());
      if (!isCovered) {
        kept++;
        move(at, oldest + looked - kept & mask);
      } else if (age == responded || !kind.hasResponse()) {
        // Responses come in order: one that is passed was not captured.
        tally(kind).latencies().add(nanos - starts[at]);
      }
    }
    oldest = oldest + looked - kept & Math.max(0, mask);
    waiting -= looked - kept;
  }

  private void move(int from, int to) {
    firsts[to] = firsts[from];
    lasts[to] = lasts[from];
    starts[to] = starts[from];
    lengths[to] = lengths[from];
    kinds[to] = kinds[from];
  }

  /** Takes a response to the request at a place, whatever waits before it. */
  public void respondedTo(long first, long nanos) {
    int at = find(first);
    if (at >= 0) {
      RequestKind kind = KINDS[kinds[at]];
      tally(kind).latencies().add(nanos - starts[at]);
      remove(at);
    }
  }

  private void remove(int at) {
    int mask = firsts.length - 1;
    int hole = at;
    while (hole != oldest) {
      int before = hole - 1 & mask;
      move(before, hole);
      hole = before;
    }
    dropOldest();
  }

  /**
   * Takes the credits that an acknowledgement grants this side.
   *
   * @param count receive buffers, 0 or more
   */
  public void credits(int count) {
    acknowledgements++;
    leastCredits = leastCredits == NO_CREDITS ? count : Math.min(leastCredits, count);
    withoutCredits += count == 0 ? 1 : 0;
  }

  /** Counts what has begun and whose end was not seen: no more requests come. */
  public void finish() {
    while (waiting > 0) {
      countIfOpen(oldest);
      dropOldest();
    }
    letGo();
  }

  private void letGo() {
    waiting = 0;
    oldest = 0;
    firsts = new long[0];
    lasts = firsts;
    starts = firsts;
    lengths = firsts;
    kinds = new byte[0];
    memory.accept(-held);
    held = 0;
  }

  private void countIfOpen(int at) {
    if (lasts[at] == OPEN) {
      count(KINDS[kinds[at]], lengths[at], starts[at]);
    }
  }

  /** Lets go of everything: nobody is going to ask for it. */
  public void stop() {
    stopped = true;
    tallies.clear();
    letGo();
  }

  /** {@return whether nothing is counted any more} */
  public boolean isStopped() {
    return stopped;
  }

  private RequestTally tally(RequestKind kind) {
    RequestTally known = tallies.get(kind);
    if (known == null) {
      known = new RequestTally();
      tallies.put(kind, known);
      charge(RequestTally.COST);
    }
    return known;
  }

  private void charge(long bytes) {
    held += bytes;
    memory.accept(bytes);
  }

  // ---- what was counted

  /** {@return the requests by kind; kinds without any are left out} */
  public Map<RequestKind, RequestTally> tallies() {
    return tallies;
  }

  /** {@return whether a request waits for its answer whose last packet has this place} */
  public boolean isAwaitedAt(long place) {
    for (int age = 0; age < waiting; age++) {
      if (lasts[oldest + age & firsts.length - 1] == place) {
        return true;
      }
    }
    return false;
  }

  /** {@return when they were sent, if that was asked for} */
  public Optional<RequestTimes> times() {
    return times;
  }

  /** {@return the fewest credits that an acknowledgement granted; empty if none granted any} */
  public OptionalInt leastCredits() {
    return leastCredits == NO_CREDITS ? OptionalInt.empty() : OptionalInt.of(leastCredits);
  }

  /** {@return acknowledgements that granted no credit: the side may send one request only} */
  public long withoutCredits() {
    return withoutCredits;
  }

  /** {@return acknowledgements with a count of credits} */
  public long acknowledgementsWithCredits() {
    return acknowledgements;
  }
}
