package org.rdmadump.rdma;

import java.util.Arrays;

/**
 * When packets were captured: how many in each part of the time, until somebody takes them. Where
 * nobody does for many parts, two become one, which has the time of the later.
 */
public final class PacketTimes {
  /** Parts that are told apart until they are taken. */
  static final int MOST_PARTS = 16;

  private static final int FIRST_CAPACITY = 4;

  private final long origin;
  private final long length;
  private long[] begins = new long[FIRST_CAPACITY];
  private long[] packets = new long[FIRST_CAPACITY];
  private long[] bytes = new long[FIRST_CAPACITY];
  private long[] retransmitted = new long[FIRST_CAPACITY];
  private int count;

  /** Takes what was captured in a part of the time. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes a part.
     *
     * @param begin time at which it begins
     */
    void part(long begin, long packets, long bytes, long retransmitted);
  }

  /**
   * No packet.
   *
   * @param origin time from which parts are counted
   * @param nanos length of a part, above 0
   */
  PacketTimes(long origin, long nanos) {
    this.origin = origin;
    this.length = nanos;
  }

  /** Counts packets of a time. */
  void packets(long some, long payload, long nanos) {
    int at = at(nanos);
    packets[at] += some;
    bytes[at] += payload;
  }

  /** Counts packets of a time, which were counted, as sent again. */
  void retransmitted(long some, long nanos) {
    retransmitted[at(nanos)] += some;
  }

  private int at(long nanos) {
    if (count > 0) {
      long since = nanos - begins[count - 1];
      if (since >= 0 && since < length) {
        return count - 1;
      }
    }
    return begin(origin + Math.floorDiv(nanos - origin, length) * length);
  }

  private int begin(long part) {
    if (count == MOST_PARTS) {
      join();
    }
    if (count == begins.length) {
      begins = Arrays.copyOf(begins, 2 * count);
      packets = Arrays.copyOf(packets, 2 * count);
      bytes = Arrays.copyOf(bytes, 2 * count);
      retransmitted = Arrays.copyOf(retransmitted, 2 * count);
    }
    begins[count] = part;
    packets[count] = 0;
    bytes[count] = 0;
    retransmitted[count] = 0;
    return count++;
  }

  /** Makes one of every two. What counts late is no lie about what was not sent yet. */
  private void join() {
    count /= 2;
    for (int i = 0; i < count; i++) {
      begins[i] = Math.max(begins[2 * i], begins[2 * i + 1]);
      packets[i] = packets[2 * i] + packets[2 * i + 1];
      bytes[i] = bytes[2 * i] + bytes[2 * i + 1];
      retransmitted[i] = retransmitted[2 * i] + retransmitted[2 * i + 1];
    }
  }

  /** Hands on what was counted since that was done last. */
  public void take(Taker taker) {
    for (int i = 0; i < count; i++) {
      taker.part(begins[i], packets[i], bytes[i], retransmitted[i]);
    }
    count = 0;
  }
}
