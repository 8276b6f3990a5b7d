package org.rdmadump.rpcrdma;

/**
 * A number for each XID, by which a hash table spreads those of consecutive calls. XIDs are
 * counters, which clients put into the message in the order of their processors: some differ in the
 * last byte, others in the first one only.
 */
final class XidHash {
  private XidHash() {}

  /** The number of an XID, different for each: every step can be undone. */
  static int of(int xid) {
    int mixed = (xid ^ xid >>> 16) * 0x85ebca6b;
    return (mixed ^ mixed >>> 13) * 0xc2b2ae35;
  }
}
