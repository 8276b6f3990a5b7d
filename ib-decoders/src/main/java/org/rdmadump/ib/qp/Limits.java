package org.rdmadump.ib.qp;

import java.util.Optional;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.ConnectionListener;

/** What the queue pairs of a run may hold, and how often a limit was met. */
final class Limits {
  /** Bytes of fragments that may be held until the packet that places them comes. */
  private static final long MOST_HELD_BYTES = 4L << 20;

  /** RDMA operations that may be remembered for the packets that follow or repeat them. */
  private static final int MOST_TRANSFERS = 1 << 15;

  /** With more, those of which all packets were seen are not remembered for their repeats. */
  private static final int MANY_TRANSFERS = 1 << 12;

  /** Bytes of Sends that may wait for their other packets or for an acknowledgement. */
  private static final long MOST_SEND_BYTES = 8L << 20;

  /** What a packet of a Send holds beside its payload, with the header that is read from it. */
  private static final int SEND_PACKET_COST = 250;

  /** What a fragment holds beside its payload. */
  private static final int FRAGMENT_COST = 150;

  /** What an operation holds, with what it tells of the memory that it moves. */
  private static final int TRANSFER_COST = 150;

  /** Packets that may begin other connections and wait for a second one that says so. */
  private static final int MOST_STRAYS = 64;

  /** Flows whose Sends wait longer than others', and that are looked at for those behind them. */
  private static final int MOST_EARLY = 256;

  private final ConnectionListener listener;
  private final UseOrder<TransferRing> rings = new UseOrder<>();
  private final UseOrder<SendQueue> queues = new UseOrder<>();
  private final UseOrder<HeldFragments> holders = new UseOrder<>();
  private int transfers;
  private int strays;
  private long sendBytes;
  private long heldBytes;
  private boolean following;
  private long evictedTransfers;
  private long evictedFragments;
  private long evictedSendPackets;

  /** Limits of a run, whose listener is told what is held. */
  Limits(ConnectionListener listener) {
    this.listener = listener;
  }

  /** Makes room for a fragment: who took nothing for the longest time loses what he holds. */
  void hold(int bytes, HeldFragments holder) {
    holders.use(holder);
    while (heldBytes + bytes + FRAGMENT_COST > MOST_HELD_BYTES && giveUpOldest(holders)) {}
    holders.use(holder);
    addHeld(bytes + FRAGMENT_COST);
  }

  /** Makes room for a packet that may begin another connection; false if there is none. */
  boolean holdStray() {
    if (strays == MOST_STRAYS) {
      return false;
    }
    strays++;
    return true;
  }

  void releaseStray() {
    strays--;
  }

  void release(int bytes) {
    addHeld(-bytes - FRAGMENT_COST);
  }

  private void addHeld(int bytes) {
    heldBytes += bytes;
    listener.holds(bytes);
  }

  /**
   * Notes a transfer, which may have taken another's place; whose owner took none for the longest
   * time loses those that he has.
   */
  void remembers(TransferRing ring, boolean more) {
    rings.use(ring);
    if (more) {
      transfers++;
      listener.holds(TRANSFER_COST);
      while (transfers > MOST_TRANSFERS && giveUpOldest(rings)) {}
    }
  }

  void forgets(int count) {
    transfers -= count;
    listener.holds(-(long) count * TRANSFER_COST);
  }

  /** Whether so many transfers are remembered that those that are over have to go. */
  boolean isCrowded() {
    return transfers > MANY_TRANSFERS;
  }

  /** Counts a transfer that was forgotten while packets of it were to come. */
  void lostTransfer() {
    evictedTransfers++;
  }

  /** Counts a packet more; whose owner took none for the longest time gives up what waits. */
  void queues(SendQueue queue, int bytes) {
    queues.use(queue);
    addSends(bytes + SEND_PACKET_COST);
    if (sendBytes > MOST_SEND_BYTES) {
      makeRoomForSends();
    }
  }

  private void makeRoomForSends() {
    while (sendBytes > MOST_SEND_BYTES && giveUpOldest(queues)) {}
  }

  /**
   * Settles the Sends of flows that went idle before an acknowledgement was seen.
   *
   * @param now time of the capture
   */
  void settleOverdue(long now) {
    if (queues.isEmpty()) {
      return;
    }
    SendQueue queue = queues.oldest();
    int early = 0;
    while (queue.isIdle(now) && early <= MOST_EARLY) {
      Optional<SendQueue> next = queue.newer();
      early += queue.isAllOverdue(now) ? 0 : 1;
      queue.settleOverdue(now);
      if (next.isEmpty()) {
        return;
      }
      queue = next.get();
    }
  }

  /** Says that somebody may be waiting for what is decoded: no Send waits longer than it must. */
  void follow() {
    following = true;
  }

  /** Whether somebody may be waiting. */
  boolean isFollowing() {
    return following;
  }

  void unqueues(int bytes) {
    addSends(-bytes - SEND_PACKET_COST);
  }

  private void addSends(int bytes) {
    sendBytes += bytes;
    listener.holds(bytes);
  }

  private static <M extends Yielding<M>> boolean giveUpOldest(UseOrder<M> order) {
    if (order.isEmpty()) {
      return false;
    }
    M idle = order.oldest();
    idle.giveUp();
    idle.leave();
    return true;
  }

  void lostFragments(int count) {
    evictedFragments += count;
  }

  void lostSendPacket() {
    evictedSendPackets++;
  }

  long evictedTransfers() {
    return evictedTransfers;
  }

  long evictedFragments() {
    return evictedFragments;
  }

  long evictedSendPackets() {
    return evictedSendPackets;
  }
}
