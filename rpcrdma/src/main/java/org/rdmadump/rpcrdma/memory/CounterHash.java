package org.rdmadump.rpcrdma.memory;

/**
 * A number for each XID or handle, by which a hash table spreads consecutive ones. XIDs are
 * counters, which clients put into the message in the order of their processors: some differ in the
 * last byte, others in the first one only. Handles are counters above a byte that changes seldom.
 */
public final class CounterHash {
  private CounterHash() {}

  /** A number that no other counter has: every step can be undone. */
  public static int of(int counter) {
    int mixed = (counter ^ counter >>> 16) * 0x85ebca6b;
    return (mixed ^ mixed >>> 13) * 0xc2b2ae35;
  }
}
