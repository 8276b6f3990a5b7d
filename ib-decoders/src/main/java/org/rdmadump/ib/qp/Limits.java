package org.rdmadump.ib.qp;

import java.util.LinkedHashSet;
import java.util.Set;

/** What the queue pairs of a run may hold, and how often a limit was met. */
final class Limits {
  /** Bytes of fragments that may be held until the packet that places them comes. */
  private static final long MOST_HELD_BYTES = 4L << 20;

  /** RDMA operations that may be remembered for the packets that follow or repeat them. */
  private static final int MOST_TRANSFERS = 1 << 14;

  /** Bytes of Sends that may wait for their other packets or for an acknowledgement. */
  private static final long MOST_SEND_BYTES = 8L << 20;

  /** What a packet of a Send holds beside its payload, roughly. */
  private static final int SEND_PACKET_COST = 200;

  private final Set<TransferRing> rings = new LinkedHashSet<>();
  private final Set<SendQueue> queues = new LinkedHashSet<>();
  private int transfers;
  private long sendBytes;
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

  /** Counts a transfer more; whose owner took none for the longest time loses those that he has. */
  void remembers(TransferRing ring) {
    rings.remove(ring);
    rings.add(ring);
    transfers++;
    while (transfers > MOST_TRANSFERS) {
      TransferRing idle = rings.iterator().next();
      idle.clear();
    }
  }

  void forgets(TransferRing ring, int count) {
    transfers -= count;
    rings.remove(ring);
  }

  /** Counts a packet more; whose owner took none for the longest time gives up what waits. */
  void queues(SendQueue queue, int bytes) {
    queues.remove(queue);
    queues.add(queue);
    sendBytes += bytes + SEND_PACKET_COST;
    while (sendBytes > MOST_SEND_BYTES) {
      SendQueue idle = queues.iterator().next();
      idle.giveUp();
      queues.remove(idle);
    }
  }

  void unqueues(int bytes) {
    sendBytes -= bytes + SEND_PACKET_COST;
  }

  void forget(SendQueue queue) {
    queues.remove(queue);
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
