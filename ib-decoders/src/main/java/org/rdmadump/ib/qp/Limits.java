package org.rdmadump.ib.qp;

/** What the queue pairs of a run may hold, and how often a limit was met. */
final class Limits {
  /** Bytes of fragments that may be held until the packet that places them comes. */
  private static final long MOST_HELD_BYTES = 8L << 20;

  private long heldBytes;
  private long evictedFragments;
  private long evictedSendPackets;

  /** Reserves room for a fragment; false if there is none. */
  boolean hold(int bytes) {
    if (heldBytes + bytes > MOST_HELD_BYTES) {
      evictedFragments++;
      return false;
    }
    heldBytes += bytes;
    return true;
  }

  void release(int bytes) {
    heldBytes -= bytes;
  }

  void lostFragment() {
    evictedFragments++;
  }

  void lostSendPacket() {
    evictedSendPackets++;
  }

  long evictedFragments() {
    return evictedFragments;
  }

  long evictedSendPackets() {
    return evictedSendPackets;
  }
}
