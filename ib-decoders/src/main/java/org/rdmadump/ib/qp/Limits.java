package org.rdmadump.ib.qp;

import java.util.LinkedHashSet;
import java.util.Set;

/** What the queue pairs of a run may hold, and how often a limit was met. */
final class Limits {
  /** Bytes of fragments that may be held until the packet that places them comes. */
  private static final long MOST_HELD_BYTES = 8L << 20;

  private final Set<HeldFragments> holders = new LinkedHashSet<>();
  private long heldBytes;
  private long evictedFragments;
  private long evictedSendPackets;

  /** Makes room for a fragment: who took nothing for the longest time loses what he holds. */
  void hold(int bytes, HeldFragments holder) {
    holders.remove(holder);
    holders.add(holder);
    while (heldBytes + bytes > MOST_HELD_BYTES && heldBytes > 0) {
      HeldFragments idle = holders.iterator().next();
      evictedFragments += idle.count();
      idle.clear();
    }
    holders.add(holder);
    heldBytes += bytes;
  }

  void forget(HeldFragments holder) {
    holders.remove(holder);
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
