package org.rdmadump.ib.qp;

import org.rdmadump.net.Datagram;

/**
 * How many packets of each sender had a right ICRC. A host that captures its own packets may see
 * them before its adapter computes the ICRC, and those of all others with it: so what is wrong with
 * one sender says nothing about another.
 *
 * <p>Senders are told apart by a hash of their address; two that share one are taken for one.
 */
final class IcrcTally {
  /** With fewer right ones for each wrong one, a wrong ICRC says nothing about the packet. */
  private static final int RIGHT_FOR_A_WRONG_ONE = 8;

  private static final int SENDER_BITS = 8;
  private static final int RECEIVER_BITS = 12;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long[] right = new long[1 << SENDER_BITS];
  private final long[] wrong = new long[1 << SENDER_BITS];

  /** Whether a receiver was sent a right one by anybody. */
  private final boolean[] isReceiver = new boolean[1 << RECEIVER_BITS];

  /** {@return the number that the sender of a packet has here} */
  static int sender(Datagram datagram) {
    return (int) (hash(datagram.sourceHigh(), datagram.sourceLow()) >>> (Long.SIZE - SENDER_BITS));
  }

  private static int receiver(Datagram datagram) {
    return (int)
        (hash(datagram.destinationHigh(), datagram.destinationLow())
            >>> (Long.SIZE - RECEIVER_BITS));
  }

  private static long hash(long high, long low) {
    return (high * GOLDEN + low) * GOLDEN;
  }

  /** Counts a right one. */
  void right(Datagram datagram) {
    right[sender(datagram)]++;
    isReceiver[receiver(datagram)] = true;
  }

  /** Counts a right one of a packet like one that was counted before. */
  void right(int sender) {
    right[sender]++;
  }

  /** Counts right ones. */
  void right(int sender, int count) {
    right[sender] += count;
  }

  /**
   * Counts a wrong one; whether it is an exception, so that the receiver discards its packet. So it
   * is as the first packet of a sender to a receiver who gets right ones: the address may be what
   * is damaged.
   */
  boolean wrong(Datagram datagram) {
    int sender = sender(datagram);
    boolean isRare = right[sender] > RIGHT_FOR_A_WRONG_ONE * wrong[sender];
    boolean isFirst = right[sender] == 0 && wrong[sender] == 0;
    wrong[sender]++;
    return isRare || (isFirst && isReceiver[receiver(datagram)]);
  }
}
