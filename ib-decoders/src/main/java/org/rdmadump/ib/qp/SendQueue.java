package org.rdmadump.ib.qp;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.rdma.SettledBy;

/**
 * The Sends of one direction that are not settled: packets that wait for others, and whole messages
 * that wait for an acknowledgement.
 *
 * <p>A Send arrives when all its packets were seen, in whatever order. It is settled when an
 * acknowledgement passes it; until then a NAK can still say that the receiver dropped it, or its
 * sender repeat it because it got no acknowledgement, and then it is the repeat that delivers it,
 * unless something proves that the receiver had it before. Without an acknowledgement it is settled
 * when no more repeats are due ({@link Patience}); what comes of it later is a repeat, and no Send.
 */
final class SendQueue extends Yielding<SendQueue> {
  /** Sends that may wait for an acknowledgement, in captures that hold none. */
  private static final int MOST_WAITING = 256;

  /** Packets that may wait for others of their message. */
  private static final int MOST_LOOSE = 4096;

  /** A copy so soon after another was captured twice; no sender repeats that fast unasked. */
  private static final long CAPTURED_TWICE_NANOS = 1_000_000L;

  private static final int GUESSED_MTU = 1024;

  private static final long NOWHERE = Long.MAX_VALUE;

  private final Sender sender;
  private final PsnSequence sequence;
  private final Limits limits;

  /** Packets of Sends that are not whole, in PSN order. */
  private final ArrayList<SendPacket> loose = new ArrayList<>(0);

  /** PSN of the first of those, once that was acknowledged; -1 before that. */
  private long awaited = -1;

  /** Packets of the connection by then. */
  private long awaitedFrom;

  // Sends that arrived, in the order of their last PSNs.
  private @Nullable SendAssembly oldest;
  private @Nullable SendAssembly newest;
  private int waiting;

  /** Time of the last packet that was taken. */
  private long lastNanos;

  /** Behind the last PSN before the end of a capture that ends earlier than the connection. */
  private long cutOffAt = NOWHERE;

  /** PSN before which it was noted when what arrived was acknowledged. */
  private long notedTo = Long.MIN_VALUE;

  /** Behind the last PSN of all that was settled. */
  private long settledBefore = Long.MIN_VALUE;

  SendQueue(Sender sender, PsnSequence sequence, Limits limits) {
    this.sender = sender;
    this.sequence = sequence;
    this.limits = limits;
  }

  /**
   * Takes a packet of a Send.
   *
   * @param psn its extended PSN
   * @param expected what the receiver waited for before it
   */
  void packet(TransportPacket packet, long psn, long expected) {
    if (!isBehindAll(psn) && isRepeat(packet, psn, expected)) {
      sender.sentAgain(packet);
      return;
    }
    SendPacket copy = new SendPacket(packet, psn);
    lastNanos = copy.firstNanos;
    if (packet.opcode().isOnly()) {
      if (hasRoom(copy)) {
        arrive(new SendAssembly(sender, copy));
      } else {
        drop(copy);
      }
    } else {
      keep(copy);
    }
  }

  /** Keeps a packet until the others of its Send come, and takes the Send that is whole with it. */
  private void keep(SendPacket copy) {
    int at = loose.size();
    while (at > 0 && loose.get(at - 1).psn > copy.psn) {
      at--;
    }
    loose.add(at, copy);
    if (!hasRoom(copy)) {
      return;
    }
    assembleAround(at);
    if (loose.size() > MOST_LOOSE) {
      drop(loose.remove(0));
    }
  }

  /** Counts a packet that is kept; false if for lack of room all that waited was given up. */
  private boolean hasRoom(SendPacket copy) {
    limits.queues(this, copy.captured);
    return isListed();
  }

  /** Whether a packet comes behind all that wait. */
  private boolean isBehindAll(long psn) {
    return loose.isEmpty() && (newest == null || psn > newest.lastPsn());
  }

  private boolean isRepeat(TransportPacket packet, long psn, long expected) {
    SendAssembly send = newest;
    while (send != null && psn <= send.lastPsn()) {
      if (psn >= send.firstExtendedPsn()) {
        repeated(send.packet(psn), packet, expected, send.isProven());
        return true;
      }
      send = send.older;
    }
    SendPacket copy = loosePacket(psn);
    repeated(copy, packet, expected, /* proven= */ false);
    return copy != null;
  }

  private @Nullable SendPacket loosePacket(long psn) {
    int from = 0;
    int to = loose.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (loose.get(middle).psn < psn) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < loose.size() && loose.get(from).psn == psn ? loose.get(from) : null;
  }

  private static void repeated(
      @Nullable SendPacket seen, TransportPacket packet, long expected, boolean proven) {
    if (seen == null) {
      return;
    }
    boolean needed = seen.psn >= expected;
    boolean sentAgain = packet.nanos() - seen.nanos() > CAPTURED_TWICE_NANOS;
    // The receiver did not take the copy before, or nothing says that it did.
    seen.repeatedBy(packet, needed || (sentAgain && !proven), needed);
  }

  /** Looks in both directions at once: where one ends soon, the other need not be looked at. */
  private void assembleAround(int at) {
    int first = at;
    int last = at;
    boolean begins = loose.get(at).starts();
    boolean ends = loose.get(at).ends();
    while (!begins || !ends) {
      if (!begins) {
        if (first == 0 || !isFollowed(first - 1)) {
          return;
        }
        first--;
        begins = loose.get(first).starts();
      }
      if (!ends) {
        if (last + 1 == loose.size() || !isFollowed(last)) {
          return;
        }
        last++;
        ends = loose.get(last).ends();
      }
    }
    arrive(first, last, loose.get(last).psn, Absence.NOT_CAPTURED);
  }

  /** Whether a packet and the next one that is kept have PSNs in a row. */
  private boolean isFollowed(int at) {
    return loose.get(at + 1).psn == loose.get(at).psn + 1;
  }

  private void arrive(int first, int last, long lastPsn, Absence whyAbsent) {
    SendPacket begin = loose.get(first);
    int longest = begin.length;
    int full = 0;
    for (int i = first; i <= last; i++) {
      SendPacket packet = loose.get(i);
      packet.next = i < last ? loose.get(i + 1) : null;
      longest = Math.max(longest, packet.length);
      full = Math.max(full, packet.ends() ? 0 : packet.length);
    }
    for (int i = last; i >= first; i--) {
      loose.remove(i);
    }
    int known = sender.mtu();
    // Its own packets know better than those before.
    int likely = PathMtu.isValid(full) ? full : known;
    int mtu = likely != 0 ? likely : longest != 0 ? longest : GUESSED_MTU;
    boolean begun = !begin.starts() && sequence.beganAt(PsnSequence.onWire(begin.psn));
    arrive(new SendAssembly(sender, begin, lastPsn, mtu, whyAbsent, begun, isCutOff(lastPsn)));
  }

  /** Whether what is missing of a Send was sent after the capture ended. */
  private boolean isCutOff(long lastPsn) {
    return lastPsn >= cutOffAt;
  }

  private void arrive(SendAssembly send) {
    SendAssembly before = newest;
    while (before != null && before.lastPsn() > send.lastPsn()) {
      before = before.older;
    }
    SendAssembly behind = before == null ? oldest : before.newer;
    link(before, send);
    link(send, behind);
    waiting++;
    if (send.lastPsn() < sequence.acknowledged()) {
      send.acknowledgedAt(sender.acknowledgedNanos(send.lastPsn()));
    }
    sender.arrived(send);
  }

  /** Makes two neighbours; without the one the other is the oldest, or the newest. */
  private void link(@Nullable SendAssembly before, @Nullable SendAssembly behind) {
    if (before == null) {
      oldest = behind;
    } else {
      before.newer = behind;
    }
    if (behind == null) {
      newest = before;
    } else {
      behind.older = before;
    }
  }

  /** Settles what an acknowledgement passed, unless it waits for what was captured late. */
  void acknowledged(long end, long now) {
    noteAcknowledged(end);
    closeAcknowledged(end, now);
    settleBefore(end, now);
  }

  /** Notes when what an acknowledgement passed was acknowledged first: it may wait on. */
  private void noteAcknowledged(long end) {
    if (end <= notedTo) {
      return;
    }
    notedTo = end;
    long nanos = sender.acknowledgedNanos(end - 1);
    for (SendAssembly send = newest;
        send != null && !send.isAcknowledgementNoted();
        send = send.older) {
      if (send.lastPsn() < end) {
        send.acknowledgedAt(nanos);
      }
    }
    for (int i = loose.size() - 1; i >= 0 && !loose.get(i).isAcknowledged(); i--) {
      if (loose.get(i).psn < end) {
        loose.get(i).acknowledgedAt(nanos);
      }
    }
  }

  /** Gives up groups that an acknowledgement passed, unless the rest may be captured late. */
  private void closeAcknowledged(long end, long now) {
    while (!loose.isEmpty() && loose.get(0).psn < end) {
      SendPacket first = loose.get(0);
      if (awaited != first.psn) {
        awaited = first.psn;
        awaitedFrom = sender.packets();
      }
      if (sender.mayComeLate(first.nanos(), awaitedFrom, now)
          || !closeGroup(end, Absence.NOT_CAPTURED)) {
        return;
      }
    }
  }

  /** Whether an acknowledgement of all before {@code end} settles nothing. */
  boolean isSettledBefore(long end) {
    return loose.isEmpty() && (oldest == null || oldest.lastPsn() >= end);
  }

  /** Settles what was acknowledged and held back, unless it waits on. */
  void settleHeld(long now) {
    long end = sequence.acknowledged();
    if (!loose.isEmpty() || (oldest != null && oldest.lastPsn() < end)) {
      acknowledged(end, now);
    }
  }

  private void settleBefore(long end, long now) {
    SendAssembly send = oldest;
    while (send != null && send.lastPsn() < end && !sender.waitsForLate(send, now)) {
      settleOldest(send, SettledBy.EVIDENCE);
      send = oldest;
    }
  }

  /** Notes that the receiver had all Sends up to a PSN. */
  void proven(long lastPsn) {
    for (SendAssembly send = oldest; send != null; send = send.newer) {
      if (send.lastPsn() <= lastPsn) {
        send.prove();
      }
    }
  }

  /** Whether a packet with this PSN, seen before, is of a Send that was settled. */
  boolean isSettled(long psn) {
    return psn < settledBefore && loosePacket(psn) == null && waitingAt(psn) == null;
  }

  /** The Send that waits, and of which a packet with that PSN was seen. */
  @Nullable SendAssembly sendWith(long psn) {
    SendAssembly send = waitingAt(psn);
    return send != null && send.packet(psn) != null ? send : null;
  }

  private @Nullable SendAssembly waitingAt(long psn) {
    SendAssembly send = oldest;
    while (send != null && !send.covers(psn)) {
      send = send.newer;
    }
    return send;
  }

  /** Gives up the first group, if it ends before {@code end}; whether it did. */
  private boolean closeGroup(long end, Absence whyAbsent) {
    int last = 0;
    while (!loose.get(last).ends() && last + 1 < loose.size() && !loose.get(last + 1).starts()) {
      last++;
    }
    SendPacket lastSeen = loose.get(last);
    if (lastSeen.psn >= end) {
      return false;
    }
    long lastPsn = lastSeen.psn;
    if (!lastSeen.ends()) {
      long start = startBehind(last);
      if (start > end && isToCome(lastSeen.psn + 1, end)) {
        return false;
      }
      long behind = Math.min(end, start);
      lastPsn = behind == NOWHERE ? lastPsn + 1 : behind - 1;
    }
    arrive(0, last, lastPsn, whyAbsent);
    return true;
  }

  /**
   * Whether the end of a Send may be among the packets that are to come.
   *
   * @param unseen the PSN behind those of it that were seen
   * @param end before which all was acknowledged: a refusal asks for what is there
   */
  private boolean isToCome(long unseen, long end) {
    return unseen == end || sequence.isRefused(end);
  }

  /**
   * The PSN at which a request is known to begin behind a packet that is kept, which no Send before
   * it can reach; {@link #NOWHERE} if none is known.
   */
  private long startBehind(int last) {
    long lastSeen = loose.get(last).psn;
    long start = sender.highestStart();
    long behind = start > lastSeen ? start : NOWHERE;
    if (last + 1 < loose.size()) {
      behind = Math.min(behind, loose.get(last + 1).psn);
    }
    for (SendAssembly send = oldest; send != null; send = send.newer) {
      if (send.firstExtendedPsn() > lastSeen) {
        behind = Math.min(behind, send.firstExtendedPsn());
      }
    }
    return behind;
  }

  /** Settles Sends for which no acknowledgement is going to be seen. */
  void settleOverdue(long now) {
    settleHeld(now);
    for (SendAssembly send = oldest; send != null; send = oldest) {
      boolean overdue = isOverdue(now - waitsSince(send)) && !isLost(send);
      if (!overdue && waiting <= MOST_WAITING) {
        return;
      }
      settleOldest(send, overdue ? SettledBy.TIMEOUT : SettledBy.LIMIT);
    }
  }

  /** Since when it waits; whoever waits for what is decoded does not for all repeats as well. */
  private long waitsSince(SendAssembly send) {
    return limits.isFollowing() ? send.neededNanos() : send.lastNanos();
  }

  /** Whether its last packet came longer ago than any Send waits at least. */
  boolean isIdle(long now) {
    return now - lastNanos > Patience.LEAST_NANOS;
  }

  /** Whether its last packet came so long ago that what waits is overdue. */
  boolean isAllOverdue(long now) {
    return isOverdue(now - lastNanos);
  }

  /** Whether no Send waits that long. */
  private boolean isOverdue(long waited) {
    return waited > Patience.LEAST_NANOS && waited > sender.patience();
  }

  /**
   * Settles everything; no more packets come.
   *
   * @param goesOn whether only the capture ends, so that there may have been more
   */
  void finish(boolean goesOn) {
    cutOffAt = goesOn ? Math.max(sequence.seenTo(), sequence.acknowledged()) : NOWHERE;
    Absence why = sender.isBroken() ? Absence.LOST : Absence.NOT_CAPTURED;
    while (!loose.isEmpty()) {
      closeGroup(Long.MAX_VALUE, why);
    }
    settleAll(SettledBy.END);
    leave();
  }

  private void settleAll(SettledBy by) {
    for (SendAssembly send = oldest; send != null; send = oldest) {
      settleOldest(send, by);
    }
  }

  private void settleOldest(SendAssembly send, SettledBy by) {
    link(null, send.newer);
    send.newer = null;
    waiting--;
    boolean acknowledged = send.lastPsn() < sequence.acknowledged();
    settledBefore = Math.max(settledBefore, send.lastPsn() + 1);
    if (acknowledged) {
      send.acknowledgedAt(sender.acknowledgedNanos(send.lastPsn()));
    }
    // Where only the capture ends, its repeat may come behind that.
    boolean lost = cutOffAt == NOWHERE ? isLost(send) : sequence.isRefused(send.lastPsn());
    send.settle(acknowledged || !lost, acknowledged, by);
    for (SendPacket part = send.firstSeen(); part != null; part = part.next) {
      limits.unqueues(part.captured);
    }
    sender.settled(send);
    if (oldest == null && loose.isEmpty()) {
      leave();
    }
  }

  /** Whether the receiver does not have it unless it is repeated. */
  private boolean isLost(SendAssembly send) {
    return sequence.isRefused(send.lastPsn())
        || (!send.isProven() && sequence.isDropped(send.lastPsn()));
  }

  private void drop(SendPacket packet) {
    limits.unqueues(packet.captured);
    limits.lostSendPacket();
  }

  @Override
  protected SendQueue self() {
    return this;
  }

  /** Settles what arrived and drops what is not whole. */
  @Override
  void giveUp() {
    settleAll(SettledBy.LIMIT);
    for (SendPacket packet : loose) {
      drop(packet);
    }
    loose.clear();
  }

  /** Whether a Send that is not settled ends at {@code psn}, be it whole or not. */
  boolean waitsFor(long psn) {
    SendPacket packet = loosePacket(psn);
    if (packet != null && packet.ends()) {
      return true;
    }
    SendAssembly send = oldest;
    while (send != null && send.lastPsn() != psn) {
      send = send.newer;
    }
    return send != null;
  }
}
