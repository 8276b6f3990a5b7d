package org.rdmadump.iwarp.stream;

import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.tcp.MemoryHolder;
import org.rdmadump.tcp.StreamMemory;
import org.rdmadump.tcp.TcpRules;

/**
 * The Sends of one direction that are not settled: the one whose segments are still coming, and
 * whole ones that wait until TCP acknowledges them.
 *
 * <p>Until then a retransmission is taken for the copy that delivers the Send, unless an
 * acknowledgement proves that an earlier one had arrived.
 */
final class IwarpSendQueue implements MemoryHolder {
  /** Sends that may wait for an acknowledgement, in captures that hold none. */
  private static final int MOST_WAITING = 256;

  /** How long a Send waits for it, in time of the capture. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  /** The same where somebody may be waiting for what is decoded. */
  private static final long FOLLOWING_NANOS = 2_000_000_000L;

  private static final long NOWHERE = -1;

  private final SegmentSender sender;
  private final StreamMemory memory;
  private final ArrayDeque<IwarpSend> waiting = new ArrayDeque<>(1);
  private @Nullable IwarpSend current;
  private long acknowledged = Long.MIN_VALUE;

  /** When that was. */
  private long acknowledgedNanos;

  private long charged;
  private Optional<String> refusal = Optional.empty();

  /** Position of the first that was captured of a connection that had begun before. */
  private long captureBegin = NOWHERE;

  /** Whether segments may have been missed since the last one, or before the first. */
  private boolean doubtful = true;

  /** Whether the snap length may have cut segments off since then, or they were not captured. */
  private boolean isCut;

  private boolean isPassed;

  IwarpSendQueue(SegmentSender sender) {
    this.sender = sender;
    this.memory = sender.run().memory();
  }

  /** Says that what comes is the first that is sent. */
  void begin() {
    doubtful = false;
  }

  /** Says that the connection had begun before the first that was captured, at a position. */
  void captureBegins(long position) {
    captureBegin = position;
  }

  /** Says that segments may have been missed. */
  void doubt() {
    doubtful = true;
  }

  /** Says that the snap length may have cut segments off. */
  void cut() {
    isCut = true;
  }

  /** Says that bytes of the stream were not captured. */
  void passed() {
    isPassed = true;
  }

  /** Why segments were missed, if they were. */
  private Absence absence() {
    return isCut && !isPassed ? Absence.TRUNCATED : Absence.NOT_CAPTURED;
  }

  /**
   * Says that so many bytes of the stream were not captured: they may be of a Send that goes on.
   */
  void missed(long bytes) {
    IwarpSend send = current;
    if (send != null) {
      send.missed(bytes, absence());
    }
  }

  /**
   * Takes a Send of the other side: if it answers the one that was coming, what was missed behind
   * that was its end. By its XID, both begin with the same bytes.
   *
   * @param passedTo position up to which this side is known by now
   */
  void answered(IwarpSend by, long passedTo) {
    IwarpSend send = current;
    if (send != null && doubtful && send.beginsLike(by)) {
      send.missed(Math.max(0, passedTo - send.end()), absence());
      arrive(send);
    }
  }

  /** Says that another message came on the same queue: a Send that was coming has ended. */
  void otherMessage() {
    IwarpSend send = current;
    if (send != null) {
      arrive(send);
    }
  }

  /** Counts a message of one segment that is no Send. */
  void count(RequestKind kind, long length, Fpdu fpdu) {
    sender.events(fpdu.firstFrame());
    RequestCounters counted = sender.requests();
    if (counted != null) {
      counted.sent(kind, fpdu.position(), fpdu.end(), length, fpdu.firstNanos());
    }
  }

  /**
   * Takes a segment of a Send.
   *
   * @param misnumbered what is wrong with its number
   */
  void segment(
      UntaggedHeader header, RdmapOpcode opcode, Optional<Finding> misnumbered, Fpdu fpdu) {
    settleOverdue(fpdu.lastNanos());
    IwarpSend send = current;
    if (send != null && send.messageSequence() != header.messageSequence()) {
      arrive(send);
      send = null;
    }
    if (send == null) {
      boolean begun = fpdu.position() == captureBegin && header.messageOffset() != 0;
      send = new IwarpSend(sender, header, fpdu, begun);
      current = send;
    }
    if (misnumbered.isPresent()) {
      send.note(misnumbered.get());
    }
    int before = send.cost();
    if (doubtful) {
      send.mayLack(absence());
    }
    boolean follows = !doubtful;
    doubtful = false;
    isCut = false;
    isPassed = false;
    send.add(header, opcode.invalidates(), follows, fpdu);
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
    if (refusal.isPresent()) {
      send.refuse(refusal.get());
    }
    waiting.add(send);
    sender.arrives(send);
    sender.events(send.firstFrame()).sendArrived(send);
    RequestCounters counted = sender.requests();
    if (counted != null) {
      RequestKind kind =
          send.invalidates().isPresent() ? RequestKind.SEND_INVALIDATE : RequestKind.SEND;
      counted.sent(kind, send.position(), send.end(), send.payload().length(), send.firstNanos());
    }
    if (send.end() <= acknowledged) {
      acknowledged(acknowledged, acknowledgedNanos);
    }
  }

  /** Settles what an acknowledgement passed. */
  void acknowledged(long position, long nanos) {
    acknowledged = position;
    acknowledgedNanos = nanos;
    IwarpSend send = current;
    if (send != null && send.end() <= position) {
      send.acknowledgedAt(nanos);
    }
    while (!waiting.isEmpty() && waiting.getFirst().end() <= position) {
      waiting.getFirst().acknowledge(nanos);
      settleOldest(SettledBy.EVIDENCE);
    }
  }

  /** Says that the receiver gave up the connection: what it has not acknowledged it drops. */
  void refuse() {
    String why = "the receiver gave up the connection with a Terminate before it took it";
    refusal = Optional.of(why);
    for (IwarpSend send : waiting) {
      send.refuse(why);
    }
  }

  /** Says that this side gave up the connection: nothing that it sends from now on is taken. */
  void stop() {
    refusal = Optional.of("its sender gave up the connection with a Terminate before it");
  }

  /** Settles Sends for which no acknowledgement is going to be seen. */
  void settleOverdue(long now) {
    long patience = sender.run().isFollowing() ? FOLLOWING_NANOS : PATIENCE_NANOS;
    while (!waiting.isEmpty()) {
      boolean overdue = now - waiting.getFirst().lastNanos() > patience;
      if (!overdue && waiting.size() <= MOST_WAITING) {
        return;
      }
      settleOldest(overdue ? SettledBy.TIMEOUT : SettledBy.LIMIT);
    }
  }

  private void settleOldest(SettledBy by) {
    IwarpSend send = waiting.removeFirst();
    send.settle(by);
    memory.give(send.cost());
    charged -= send.cost();
    if (charged == 0) {
      memory.forget(this);
    }
    sender.events(send.firstFrame()).sendSettled(send);
  }

  /** Notes a retransmission with the Send that it repeats; false if it repeats none that waits. */
  boolean repeated(long from, long to, long frame, long nanos) {
    boolean found = false;
    for (IwarpSend send : waiting) {
      if (send.touches(from, to)) {
        send.repeatedIn(from, to, frame, nanos);
        send.note(retransmission(from, to, frame));
        found = true;
      }
    }
    return found;
  }

  /** Takes back that a retransmission may have delivered a Send: the receiver had the bytes. */
  void needless(long from, long to, long frame) {
    for (IwarpSend send : waiting) {
      send.needless(from, to, frame);
    }
  }

  static Finding retransmission(long from, long to, long frame) {
    return Finding.inFrame(
        TcpRules.RETRANSMISSION, frame, (to - from) + " bytes of the stream were retransmitted");
  }

  /** Says that segments may have been missed: the Send that was coming may go on, or not. */
  @Override
  public void giveUp() {
    arriveUnfinished(/* cutOff= */ false);
    settleAll(SettledBy.LIMIT);
  }

  /** Takes the Send that was coming, of which there may be more. */
  private void arriveUnfinished(boolean cutOff) {
    IwarpSend send = current;
    if (send != null) {
      send.goesOn(cutOff && !doubtful);
      arrive(send);
    }
  }

  private void settleAll(SettledBy by) {
    while (!waiting.isEmpty()) {
      settleOldest(by);
    }
  }

  /**
   * Settles everything; nothing more comes.
   *
   * @param goesOn whether there may have been more
   * @param hasAll whether all is there that was sent until then
   */
  void finish(boolean goesOn, boolean hasAll) {
    IwarpSend send = current;
    if (goesOn && refusal.isEmpty()) {
      arriveUnfinished(hasAll);
    } else if (send != null) {
      arrive(send);
    }
    settleAll(SettledBy.END);
    memory.forget(this);
  }
}
