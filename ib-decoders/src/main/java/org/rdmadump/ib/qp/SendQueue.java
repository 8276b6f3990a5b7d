package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Ieth;

/**
 * The Sends of one direction that are not settled: packets that wait for others, and whole messages
 * that wait for an acknowledgement.
 *
 * <p>A Send arrives when all its packets were seen, in whatever order. It is settled when an
 * acknowledgement passes it; until then a NAK can still say that the receiver dropped it, and then
 * it is the repeat that delivers it.
 */
final class SendQueue extends Yielding<SendQueue> {
  /** Sends that may wait for an acknowledgement, in captures that hold none. */
  private static final int MOST_WAITING = 256;

  /** Packets that may wait for others of their message. */
  private static final int MOST_LOOSE = 4096;

  /** How long a Send waits for an acknowledgement, in time of the capture. */
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private static final int GUESSED_MTU = 1024;

  private final Flow flow;
  private final List<SendPacket> loose = new ArrayList<>(0);
  private final List<SendAssembly> waiting = new ArrayList<>(0);

  /** Time of the last packet that was taken. */
  private long lastNanos;

  SendQueue(Flow flow) {
    this.flow = flow;
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
    flow.limits().queues(this, copy.captured);
    if (loose.isEmpty()) {
      // There was no room, and it was given up at once.
      return;
    }
    assembleAround(at);
    settleBefore(flow.sequence().acknowledged());
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
      if (psn >= send.firstExtendedPsn() && psn <= send.lastPsn()) {
        repeated(send.parts(), packet, psn, expected);
        return true;
      }
    }
    return repeated(loose, packet, psn, expected);
  }

  private static boolean repeated(
      List<SendPacket> packets, TransportPacket packet, long psn, long expected) {
    for (SendPacket seen : packets) {
      if (seen.psn == psn) {
        seen.repeats++;
        if (psn >= expected) {
          // The receiver did not take the copy before.
          seen.frame = packet.frameNumber();
          seen.nanos = packet.nanos();
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
    List<SendPacket> group = loose.subList(first, last + 1);
    SendAssembly send =
        new SendAssembly(flow, List.copyOf(group), lastPsn, mtuOf(group), whyAbsent);
    group.clear();
    int at = waiting.size();
    while (at > 0 && waiting.get(at - 1).lastPsn() > lastPsn) {
      at--;
    }
    waiting.add(at, send);
    flow.arrived(send);
  }

  private int mtuOf(List<SendPacket> group) {
    if (flow.mtu() != 0) {
      return flow.mtu();
    }
    int mtu = 0;
    for (SendPacket packet : group) {
      mtu = Math.max(mtu, packet.length);
    }
    return mtu == 0 ? GUESSED_MTU : mtu;
  }

  /** Settles what an acknowledgement passed. */
  void acknowledged(long end) {
    if (!loose.isEmpty() && loose.get(0).psn < end) {
      closeGroups(end, Absence.NOT_CAPTURED);
    }
    settleBefore(end);
  }

  /** Whether an acknowledgement of all before {@code end} settles nothing. */
  boolean isSettledBefore(long end) {
    return loose.isEmpty() && (waiting.isEmpty() || waiting.get(0).lastPsn() >= end);
  }

  private void settleBefore(long end) {
    while (!waiting.isEmpty() && waiting.get(0).lastPsn() < end) {
      settleOldest(true);
    }
  }

  /** Gives up groups that end before {@code end} and will never be whole. */
  private void closeGroups(long end, Absence whyAbsent) {
    while (!loose.isEmpty()) {
      int last = 0;
      while (!loose.get(last).ends && last + 1 < loose.size() && !loose.get(last + 1).starts) {
        last++;
      }
      SendPacket lastSeen = loose.get(last);
      boolean ended = lastSeen.ends || flow.highestStart() > lastSeen.psn || end > lastSeen.psn + 1;
      if (lastSeen.psn >= end || !ended) {
        return;
      }
      arrive(0, last, lastSeen.ends ? lastSeen.psn : unseenEnd(last, end), whyAbsent);
    }
  }

  /** The highest PSN that the Send can have whose last packet was not seen. */
  private long unseenEnd(int last, long acknowledged) {
    long lastSeen = loose.get(last).psn;
    long start = flow.highestStart();
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
    while (!waiting.isEmpty()) {
      SendAssembly oldest = waiting.get(0);
      boolean overdue =
          now - oldest.lastNanos() > PATIENCE_NANOS && !flow.sequence().isRefused(oldest.lastPsn());
      if (!overdue && waiting.size() <= MOST_WAITING) {
        return;
      }
      settleOldest(false);
    }
  }

  /** Whether its last packet came so long ago that what waits is overdue. */
  boolean isIdle(long now) {
    return now - lastNanos > PATIENCE_NANOS;
  }

  /** Settles everything; no more packets come. */
  void finish() {
    closeGroups(Long.MAX_VALUE, Absence.LOST);
    while (!waiting.isEmpty()) {
      settleOldest(false);
    }
    flow.limits().forget(this);
  }

  private void settleOldest(boolean acknowledged) {
    SendAssembly send = waiting.remove(0);
    send.settle(acknowledged || !flow.sequence().isRefused(send.lastPsn()), acknowledged);
    for (SendPacket packet : send.parts()) {
      flow.limits().unqueues(packet.captured);
    }
    flow.settled(send);
    if (waiting.isEmpty() && loose.isEmpty()) {
      flow.limits().forget(this);
    }
  }

  private void drop(SendPacket packet) {
    flow.limits().unqueues(packet.captured);
    flow.limits().lostSendPacket();
  }

  @Override
  protected SendQueue self() {
    return this;
  }

  /** Settles what arrived and drops what is not whole. */
  @Override
  void giveUp() {
    while (!waiting.isEmpty()) {
      settleOldest(false);
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
