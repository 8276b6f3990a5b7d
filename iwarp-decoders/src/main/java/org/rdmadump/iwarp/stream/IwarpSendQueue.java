package org.rdmadump.iwarp.stream;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.tcp.MemoryHolder;
import org.rdmadump.tcp.StreamMemory;
import org.rdmadump.tcp.TcpRules;

/**
 * The Sends of one direction that are not settled: the one whose segments are still coming, and
 * whole ones that wait until TCP acknowledges them.
 *
 * <p>Until then a retransmission can show that the receiver did not get the first copy, and then it
 * is the repeat that delivers the Send.
 */
final class IwarpSendQueue implements MemoryHolder {
  /** Sends that may wait for an acknowledgement, in captures that hold none. */
  private static final int MOST_WAITING = 256;

  /** How long a Send waits for it, in time of the capture. */
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  private final IwarpFlow flow;
  private final StreamMemory memory;
  private final ArrayDeque<IwarpSend> waiting = new ArrayDeque<>(1);
  private @Nullable IwarpSend current;
  private long acknowledged = Long.MIN_VALUE;
  private boolean sequenceKnown;
  private int nextSequence;
  private long charged;
  private boolean refused;

  IwarpSendQueue(IwarpFlow flow, StreamMemory memory) {
    this.flow = flow;
    this.memory = memory;
  }

  /** Takes a segment of a Send, or of another message on the same queue. */
  void segment(UntaggedHeader header, RdmapOpcode opcode, Fpdu fpdu) {
    settleOverdue(fpdu.lastNanos());
    IwarpSend send = current;
    if (send != null && send.messageSequence() != header.messageSequence()) {
      arrive(send);
      send = null;
    }
    int skipped = header.messageSequence() - nextSequence;
    boolean gap = send == null && sequenceKnown && skipped > 0;
    sequenceKnown = true;
    nextSequence = header.messageSequence() + 1;
    if (!opcode.isSend()) {
      return;
    }
    if (send == null) {
      send = new IwarpSend(flow, header, fpdu);
      current = send;
    }
    if (gap) {
      send.note(
          new Finding(
              IwarpRules.MSN_GAP,
              fpdu.firstFrame(),
              fpdu.frameOffset(),
              Integer.toUnsignedString(skipped) + " messages before it were not captured"));
    }
    int before = send.cost();
    send.add(header, opcode.invalidates(), fpdu);
    charge(send.cost() - before);
    if (DdpControl.isLast(header.control())) {
      arrive(send);
    }
  }

  private void charge(int bytes) {
    memory.take(this, bytes);
    charged += bytes;
  }

  private void arrive(IwarpSend send) {
    current = null;
    send.complete();
    if (refused) {
      send.refuse();
    }
    waiting.add(send);
    flow.arrived(send);
    if (send.end() <= acknowledged) {
      acknowledged(acknowledged);
    }
  }

  /** Settles what an acknowledgement passed. */
  void acknowledged(long position) {
    acknowledged = position;
    while (!waiting.isEmpty() && waiting.getFirst().end() <= position) {
      waiting.getFirst().acknowledge();
      settleOldest();
    }
  }

  /** Says that the receiver gave up the connection: what it has not acknowledged it drops. */
  void refuse() {
    refused = true;
    for (IwarpSend send : waiting) {
      send.refuse();
    }
  }

  /** Settles Sends for which no acknowledgement is going to be seen. */
  void settleOverdue(long now) {
    while (!waiting.isEmpty()
        && (waiting.size() > MOST_WAITING
            || now - waiting.getFirst().lastNanos() > PATIENCE_NANOS)) {
      settleOldest();
    }
  }

  private void settleOldest() {
    IwarpSend send = waiting.removeFirst();
    memory.give(send.cost());
    charged -= send.cost();
    if (charged == 0) {
      memory.forget(this);
    }
    flow.settled(send);
  }

  /** Notes a retransmission with the Send that it repeats; false if it repeats none that waits. */
  boolean repeated(long from, long to, long frame, long nanos) {
    boolean found = false;
    for (IwarpSend send : waiting) {
      if (send.touches(from, to)) {
        send.repeatedIn(frame, nanos);
        send.note(retransmission(from, to, frame));
        found = true;
      }
    }
    return found;
  }

  static Finding retransmission(long from, long to, long frame) {
    return new Finding(
        TcpRules.RETRANSMISSION, frame, -1, (to - from) + " bytes of the stream were sent again");
  }

  /** Says that segments may have been missed: the Send that was coming may go on, or not. */
  @Override
  public void giveUp() {
    IwarpSend send = current;
    if (send != null) {
      arrive(send);
    }
    while (!waiting.isEmpty()) {
      settleOldest();
    }
  }

  /** Settles everything; nothing more comes. */
  void finish() {
    giveUp();
    memory.forget(this);
  }
}
