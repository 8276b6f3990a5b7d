package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Ieth;
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

  private final Sender sender;
  private final Limits limits;
  private final List<SendPacket> loose = new ArrayList<>(0);
  private final List<SendAssembly> waiting = new ArrayList<>(0);

  /** Time of the last packet that was taken. */
  private long lastNanos;

  /** Behind the last PSN of all that was settled. */
  private long settledBefore = Long.MIN_VALUE;

  SendQueue(Sender sender, Limits limits) {
    this.sender = sender;
    this.limits = limits;
  }

  /**
   * Takes a packet of a Send.
   *
   * @param psn its extended PSN
   * @param expected what the receiver waited for before it
   */
  void packet(TransportPacket packet, long psn, long expected) {
    boolean starts = packet.opcode().startsMessage();
    if (isRepeat(packet, psn, expected)) {
      sender.sentAgain(packet);
      return;
    }
    int at = loose.size();
    while (at > 0 && loose.get(at - 1).psn > psn) {
      at--;
    }
    SendPacket copy =
        new SendPacket(
            psn,
            starts,
            packet.opcode().endsMessage(),
            packet.copyPayload(),
            packet.payloadLength(),
            invalidates(packet),
            packet.frameNumber(),
            packet.nanos());
    Finding fault = packet.fault();
    if (fault != null) {
      copy.fault = fault;
    }
    loose.add(at, copy);
    lastNanos = packet.nanos();
    limits.queues(this, copy.captured);
    if (loose.isEmpty()) {
      // There was no room, and it was given up at once.
      return;
    }
    assembleAround(at);
    settleHeld(packet.nanos());
    if (loose.size() > MOST_LOOSE) {
      drop(loose.remove(0));
    }
  }

  private static OptionalInt invalidates(TransportPacket packet) {
    int ieth = packet.opcode().offsetOf(ExtensionHeader.IETH);
    return ieth < 0
        ? OptionalInt.empty()
        : OptionalInt.of(Ieth.read(packet.bytes(), packet.headers() + ieth).rKey());
  }

  private boolean isRepeat(TransportPacket packet, long psn, long expected) {
    for (int i = waiting.size() - 1; i >= 0; i--) {
      SendAssembly send = waiting.get(i);
      if (psn > send.lastPsn()) {
        break;
      }
      if (psn >= send.firstExtendedPsn()) {
        repeated(send.parts(), packet, psn, expected, send.isProven());
        return true;
      }
    }
    return repeated(loose, packet, psn, expected, false);
  }

  private static boolean repeated(
      List<SendPacket> packets, TransportPacket packet, long psn, long expected, boolean proven) {
    for (int i = 0; i < packets.size(); i++) {
      SendPacket seen = packets.get(i);
      if (seen.psn == psn) {
        seen.repeats++;
        boolean sentAgain = packet.nanos() - seen.nanos > CAPTURED_TWICE_NANOS;
        if (psn >= expected || (sentAgain && !proven)) {
          // The receiver did not take the copy before, or nothing says that it did.
          seen.frame = packet.frameNumber();
          seen.nanos = packet.nanos();
        }
        if (psn >= expected) {
          seen.neededNanos = packet.nanos();
        }
        return true;
      }
    }
    return false;
  }

  private void assembleAround(int at) {
    int first = at;
    while (!loose.get(first).starts) {
      if (first == 0 || loose.get(first - 1).psn != loose.get(first).psn - 1) {
        return;
      }
      first--;
    }
    int last = at;
    while (!loose.get(last).ends) {
      if (last + 1 == loose.size() || loose.get(last + 1).psn != loose.get(last).psn + 1) {
        return;
      }
      last++;
    }
    arrive(first, last, loose.get(last).psn, Absence.NOT_CAPTURED);
  }

  private void arrive(int first, int last, long lastPsn, Absence whyAbsent) {
    List<SendPacket> group;
    if (first == last) {
      group = List.of(loose.remove(first));
    } else {
      List<SendPacket> some = loose.subList(first, last + 1);
      group = List.copyOf(some);
      some.clear();
    }
    SendAssembly send = new SendAssembly(sender, group, lastPsn, mtuOf(group), whyAbsent);
    int at = waiting.size();
    while (at > 0 && waiting.get(at - 1).lastPsn() > lastPsn) {
      at--;
    }
    waiting.add(at, send);
    sender.arrived(send);
  }

  private int mtuOf(List<SendPacket> group) {
    if (sender.mtu() != 0) {
      return sender.mtu();
    }
    int mtu = 0;
    for (SendPacket packet : group) {
      mtu = Math.max(mtu, packet.length);
    }
    return mtu == 0 ? GUESSED_MTU : mtu;
  }

  /** Settles what an acknowledgement passed, unless it waits for what was captured late. */
  void acknowledged(long end, long now) {
    if (!loose.isEmpty() && loose.get(0).psn < end) {
      closeGroups(end, Absence.NOT_CAPTURED);
    }
    settleBefore(end, now);
  }

  /** Whether an acknowledgement of all before {@code end} settles nothing. */
  boolean isSettledBefore(long end) {
    return loose.isEmpty() && (waiting.isEmpty() || waiting.get(0).lastPsn() >= end);
  }

  /** Settles what was acknowledged and held back, unless it waits on. */
  void settleHeld(long now) {
    settleBefore(sender.sequence().acknowledged(), now);
  }

  private void settleBefore(long end, long now) {
    while (!waiting.isEmpty()
        && waiting.get(0).lastPsn() < end
        && !sender.waitsForLate(waiting.get(0), now)) {
      settleOldest(SettledBy.EVIDENCE);
    }
  }

  /** Notes that the receiver had all Sends up to a PSN. */
  void proven(long lastPsn) {
    for (SendAssembly send : waiting) {
      if (send.lastPsn() <= lastPsn) {
        send.prove();
      }
    }
  }

  /** Whether a packet with this PSN, seen before, is of a Send that was settled. */
  boolean isSettled(long psn) {
    return psn < settledBefore && !waitsAt(psn);
  }

  private boolean waitsAt(long psn) {
    for (SendPacket packet : loose) {
      if (packet.psn == psn) {
        return true;
      }
    }
    for (SendAssembly send : waiting) {
      if (psn >= send.firstExtendedPsn() && psn <= send.lastPsn()) {
        return true;
      }
    }
    return false;
  }

  /** Gives up groups that end before {@code end} and will never be whole. */
  private void closeGroups(long end, Absence whyAbsent) {
    while (!loose.isEmpty()) {
      int last = 0;
      while (!loose.get(last).ends && last + 1 < loose.size() && !loose.get(last + 1).starts) {
        last++;
      }
      SendPacket lastSeen = loose.get(last);
      boolean ended =
          lastSeen.ends || sender.highestStart() > lastSeen.psn || end > lastSeen.psn + 1;
      if (lastSeen.psn >= end || !ended) {
        return;
      }
      arrive(0, last, lastSeen.ends ? lastSeen.psn : unseenEnd(last, end), whyAbsent);
    }
  }

  /** The highest PSN that the Send can have whose last packet was not seen. */
  private long unseenEnd(int last, long acknowledged) {
    long lastSeen = loose.get(last).psn;
    long start = sender.highestStart();
    long behind = Math.min(acknowledged, start > lastSeen ? start : Long.MAX_VALUE);
    if (last + 1 < loose.size()) {
      behind = Math.min(behind, loose.get(last + 1).psn);
    }
    for (SendAssembly send : waiting) {
      if (send.firstExtendedPsn() > lastSeen) {
        behind = Math.min(behind, send.firstExtendedPsn());
      }
    }
    return behind == Long.MAX_VALUE ? lastSeen + 1 : behind - 1;
  }

  /** Settles Sends for which no acknowledgement is going to be seen. */
  void settleOverdue(long now) {
    settleHeld(now);
    while (!waiting.isEmpty()) {
      SendAssembly oldest = waiting.get(0);
      boolean overdue =
          now - waitsSince(oldest) > sender.patience()
              && !sender.sequence().isRefused(oldest.lastPsn());
      if (!overdue && waiting.size() <= MOST_WAITING) {
        return;
      }
      settleOldest(overdue ? SettledBy.TIMEOUT : SettledBy.LIMIT);
    }
  }

  /** Since when it waits; whoever waits for what is decoded does not for all repeats as well. */
  private long waitsSince(SendAssembly send) {
    return sender.isFollowing() ? send.neededNanos() : send.lastNanos();
  }

  /** Whether its last packet came longer ago than any Send waits at least. */
  boolean isIdle(long now) {
    return now - lastNanos > Patience.LEAST_NANOS;
  }

  /** Whether its last packet came so long ago that what waits is overdue. */
  boolean isOverdue(long now) {
    return now - lastNanos > sender.patience();
  }

  /** Settles everything; no more packets come. */
  void finish() {
    closeGroups(Long.MAX_VALUE, Absence.LOST);
    while (!waiting.isEmpty()) {
      settleOldest(SettledBy.END);
    }
    limits.forget(this);
  }

  private void settleOldest(SettledBy by) {
    SendAssembly send = waiting.remove(0);
    boolean acknowledged = send.lastPsn() < sender.sequence().acknowledged();
    settledBefore = Math.max(settledBefore, send.lastPsn() + 1);
    send.settle(acknowledged || !sender.sequence().isRefused(send.lastPsn()), acknowledged, by);
    List<SendPacket> parts = send.parts();
    for (int i = 0; i < parts.size(); i++) {
      limits.unqueues(parts.get(i).captured);
    }
    sender.settled(send);
    if (waiting.isEmpty() && loose.isEmpty()) {
      limits.forget(this);
    }
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
    while (!waiting.isEmpty()) {
      settleOldest(SettledBy.LIMIT);
    }
    for (SendPacket packet : loose) {
      drop(packet);
    }
    loose.clear();
  }

  /** Whether a Send that is not settled ends at {@code psn}, be it whole or not. */
  boolean waitsFor(long psn) {
    for (SendPacket packet : loose) {
      if (packet.ends && packet.psn == psn) {
        return true;
      }
    }
    for (SendAssembly send : waiting) {
      if (send.lastPsn() == psn) {
        return true;
      }
    }
    return false;
  }
}
