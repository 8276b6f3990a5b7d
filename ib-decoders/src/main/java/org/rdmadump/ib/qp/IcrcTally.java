package org.rdmadump.ib.qp;

import org.rdmadump.net.Datagram;

/**
 * Whether the ICRCs of each sender are right as a rule. A host that captures its own packets may
 * see them before its adapter computes the ICRC, and those of all others with it: so what is wrong
 * with one sender says nothing about another.
 *
 * <p>What counts is how many more of a sender's were right than wrong, up to {@link #MOST}: after
 * that many wrong ones in a row those before are forgotten, as a capture may hold both kinds.
 */
final class IcrcTally {
  /** Senders and receivers that are remembered: beyond that some go that were not seen lately. */
  private static final int HOSTS = 1 << 12;

  /** No sender is further than that ahead with right ones, or behind. */
  static final int MOST = 64;

  /** Wrong ones in a row that flipped bits explain: with more, something changes all packets. */
  private static final int MOST_FLIPPED = 2;

  /** So many wrong ones that no flipped bit explains: this sender's are not looked at further. */
  private static final int MOST_UNEXPLAINED = 8;

  /** Places next to each other in which a host may be. */
  private static final int PLACES = 4;

  private static final int SET_BITS = 10;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long[] highs = new long[HOSTS];
  private final long[] lows = new long[HOSTS];

  /** When a host was seen last, counted in packets; 0 in places that are free. */
  private final long[] seen = new long[HOSTS];

  /** How many more were right than wrong. */
  private final byte[] ahead = new byte[HOSTS];

  /** Those since the last right one that a flipped bit explains. */
  private final byte[] flipped = new byte[HOSTS];

  private final byte[] unexplained = new byte[HOSTS];
  private final boolean[] isSender = new boolean[HOSTS];

  /** Whether somebody sent it a right one. */
  private final boolean[] isReceiver = new boolean[HOSTS];

  private long now;

  /** Places of the last two hosts that were asked for: mostly those of the next packet. */
  private int latest;

  private int before;

  /** Counts a right one. */
  void right(Datagram datagram) {
    int sender = place(datagram.sourceHigh(), datagram.sourceLow());
    right(sender, 1);
    // By then the others have shown who gets packets.
    if (ahead[sender] < MOST) {
      isReceiver[place(datagram.destinationHigh(), datagram.destinationLow())] = true;
    }
  }

  /** Counts right ones of a sender. */
  void right(long high, long low, int count) {
    right(place(high, low), count);
  }

  private void right(int sender, int count) {
    isSender[sender] = true;
    flipped[sender] = 0;
    ahead[sender] = (byte) Math.min(MOST, ahead[sender] + count);
  }

  /**
   * Counts a wrong one; whether its packet is damaged, so that the receiver discards it. So it is
   * if it is an exception among those of its sender, or if a flipped bit explains it. So it is,
   * too, as the first packet of a sender to a receiver who gets right ones: the address may be what
   * is damaged.
   *
   * @param difference between the ICRC and the one that was expected
   * @param length bytes that it covers at most
   */
  boolean wrong(Datagram datagram, int difference, int length) {
    boolean gets = isReceiver[place(datagram.destinationHigh(), datagram.destinationLow())];
    int sender = place(datagram.sourceHigh(), datagram.sourceLow());
    boolean isFirst = !isSender[sender];
    boolean isRare = ahead[sender] > 0;
    if (!isRare && isFlipped(sender, difference, length)) {
      return true;
    }
    isSender[sender] = true;
    ahead[sender] = (byte) Math.max(-MOST, ahead[sender] - 1);
    return isRare || (isFirst && gets);
  }

  /** Whether a flipped bit explains a wrong one, which is then not counted. */
  private boolean isFlipped(int sender, int difference, int length) {
    if (flipped[sender] == MOST_FLIPPED || unexplained[sender] == MOST_UNEXPLAINED) {
      return false;
    }
    if (FlippedBit.explains(difference, length)) {
      flipped[sender]++;
      return true;
    }
    unexplained[sender]++;
    return false;
  }

  /** The place of a host, which has one from now on. */
  private int place(long high, long low) {
    now++;
    int known = latest;
    if (lows[known] == low && highs[known] == high && seen[known] != 0) {
      seen[known] = now;
      return known;
    }
    known = before;
    if (lows[known] != low || highs[known] != high || seen[known] == 0) {
      known = find(high, low);
    }
    seen[known] = now;
    before = latest;
    latest = known;
    return known;
  }

  private int find(long high, long low) {
    int first = (int) (((high * GOLDEN + low) * GOLDEN) >>> (Long.SIZE - SET_BITS)) * PLACES;
    int oldest = first;
    for (int i = first; i < first + PLACES; i++) {
      if (lows[i] == low && highs[i] == high && seen[i] != 0) {
        seen[i] = now;
        return i;
      }
      if (seen[i] < seen[oldest]) {
        oldest = i;
      }
    }
    highs[oldest] = high;
    lows[oldest] = low;
    seen[oldest] = now;
    ahead[oldest] = 0;
    flipped[oldest] = 0;
    unexplained[oldest] = 0;
    isSender[oldest] = false;
    isReceiver[oldest] = false;
    return oldest;
  }
}
