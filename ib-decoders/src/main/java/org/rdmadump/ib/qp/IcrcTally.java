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
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final long[] right = new long[1 << SENDER_BITS];
  private final long[] wrong = new long[1 << SENDER_BITS];

  /** {@return the number that the sender of a packet has here} */
  static int sender(Datagram datagram) {
    long hash = (datagram.sourceHigh() * GOLDEN + datagram.sourceLow()) * GOLDEN;
    return (int) (hash >>> (Long.SIZE - SENDER_BITS));
  }

  /** Counts a right one. */
  void right(int sender) {
    right[sender]++;
  }

  /** Counts right ones. */
  void right(int sender, int count) {
    right[sender] += count;
  }

  /** Counts a wrong one; whether it is an exception, so that the receiver discards its packet. */
  boolean wrong(int sender) {
    boolean rare = right[sender] > RIGHT_FOR_A_WRONG_ONE * wrong[sender];
    wrong[sender]++;
    return rare;
  }
}
