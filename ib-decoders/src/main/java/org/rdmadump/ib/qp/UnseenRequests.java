package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.TrafficCounters;

/**
 * Requests of one direction that were answered, and that the capture lacks or shows only later.
 *
 * <p>IBTA volume 1, 9.7.
 */
final class UnseenRequests {
  /** In place of a PSN. */
  private static final int NONE = -1;

  private final FlowEvents flow;
  private final TrafficCounters traffic;
  private final PsnSequence sequence;

  /** Requests of the flow that had the queue pair before, if there was one. */
  private @Nullable PsnSequence predecessor;

  /** Made for the first answer that comes before any request. */
  private @Nullable EarlyAnswers early;

  /** The last request of which too little was captured. */
  private long lastCut = NONE;

  /** What was told last, of the requests between these PSNs; it is taken back if they come late. */
  private @Nullable Finding told;

  private long toldFrom;
  private long toldTo;

  /** Packets that its side had sent when a request was acknowledged that was not seen. */
  private long sentWhenPassed;

  /** The frame of that acknowledgement. */
  private long passedFrame;

  UnseenRequests(FlowEvents flow, TrafficCounters traffic, PsnSequence sequence) {
    this.flow = flow;
    this.traffic = traffic;
    this.sequence = sequence;
  }

  /**
   * Takes the requests that were sent to the queue pair before the connection began. Where its
   * set-up is captured behind them, they are its own.
   */
  void follow(PsnSequence before) {
    predecessor = before;
  }

  /** Whether a request with this PSN was seen before the connection began. */
  boolean wereOfPredecessor(int wirePsn) {
    return predecessor != null && predecessor.wasSeenOnWire(wirePsn);
  }

  /** Takes a request of which too little was captured to follow it. */
  void cut(int wirePsn) {
    if (sequence.isStarted()) {
      lastCut = Math.max(lastCut, sequence.extend(wirePsn));
    }
  }

  /** Tells of requests before this one that the receiver had and the capture has not. */
  void tellBefore(TransportPacket packet, long psn) {
    if (told != null && psn < toldTo) {
      takeBack(packet);
    }
    if ((early != null && !early.isOver()) || sequence.isPassedOver()) {
      tell(packet, psn);
    }
  }

  private void tell(TransportPacket packet, long psn) {
    EarlyAnswers before = early;
    if (before != null && !before.isOver()) {
      ConnectionEvents present = flow.eventsFrom(packet.frameNumber());
      if (before.precede(psn, sequence)) {
        present.missed();
      }
      tellEarly(present);
    }
    long missing = sequence.takePassedOver(psn);
    if (missing >= 0) {
      flow.eventsFrom(packet.frameNumber()).missed();
      if (missing > lastCut) {
        tellMissing(packet, missing, psn);
      }
    }
  }

  private void tellMissing(TransportPacket packet, long from, long to) {
    long missing = notDamaged(from, to);
    Finding finding =
        packet.finding(
            IbRules.NOT_CAPTURED,
            "the request with PSN %d was acknowledged, but %s",
            PsnSequence.onWire(missing),
            EarlyAnswers.absence(flow.damagedFrame(missing)));
    flow.tellDamaged(from, to);
    flow.eventsFrom(packet.frameNumber()).finding(finding);
    told = finding;
    toldFrom = from;
    toldTo = to;
  }

  /** The first of those that were not seen of which there is no damaged copy, if there is one. */
  private long notDamaged(long from, long to) {
    long at = from;
    while (at < to && flow.damagedFrame(at) != 0) {
      at = sequence.nextUnseen(at + 1, to);
    }
    return at < to ? at : from;
  }

  private void tellEarly(ConnectionEvents to) {
    if (early != null && early.areOfNone()) {
      to.finding(early.tell());
    }
  }

  /** Tells of requests that were answered and are not in the capture, now that nothing follows. */
  void tellRest() {
    ConnectionEvents present = flow.events();
    if (present == null) {
      return;
    }
    tellEarly(present);
    long missing = sequence.takePassedOver(Long.MAX_VALUE);
    int first = PsnSequence.onWire(missing);
    boolean isEarlier = wereOfPredecessor(first);
    if (missing > lastCut && !isEarlier) {
      long last = sequence.seenTo() > missing ? missing : sequence.acknowledged() - 1;
      present.finding(
          EarlyAnswers.finding(
              passedFrame,
              first,
              PsnSequence.onWire(last),
              last == missing ? flow.damagedFrame(missing) : 0));
    }
  }

  /** Has what was told taken back if the request was captured late; another may be missing. */
  private void takeBack(TransportPacket packet) {
    long missing = sequence.nextUnseen(toldFrom, toldTo);
    Finding before = told;
    if (before != null && missing != toldFrom) {
      flow.eventsFrom(packet.frameNumber()).withdraw(before);
      told = null;
      if (missing < toldTo) {
        tellMissing(packet, missing, toldTo);
      }
    }
  }

  /** Takes note of an answer to a request that was not seen, when none was. */
  void answered(TransportPacket packet) {
    early = EarlyAnswers.with(early, packet, flow.isFromStart());
    if (early.isMissed()) {
      missed();
    }
  }

  /**
   * Takes answers of a flow that was joined just now.
   *
   * @return whether one came before its request was seen, or that is not in the capture
   */
  boolean wereAnsweredEarly(@Nullable EarlyAnswers before) {
    if (before == null) {
      return false;
    }
    early = before;
    if (!sequence.isStarted()) {
      return before.isMissed();
    }
    boolean precede = before.precede(sequence.first(), sequence);
    return precede || before.areEarly(sequence);
  }

  /** Whether the answer to a request may have come before any request was seen. */
  boolean wasAnsweredEarly(long psn) {
    return early != null && psn <= early.last(sequence);
  }

  /** Takes an acknowledgement, as {@link PsnSequence#acknowledge}. */
  void acknowledged(long psn, long frame) {
    boolean known = sequence.isPassedOver();
    if (early != null && psn < sequence.first() && early.goOn(psn, sequence)) {
      missed();
    }
    sequence.acknowledge(psn);
    passedOver(known, frame);
  }

  /** Takes a NAK, as {@link PsnSequence#refuse}. */
  boolean refused(long psn, long frame) {
    boolean known = sequence.isPassedOver();
    boolean fresh = sequence.refuse(psn);
    passedOver(known, frame);
    return fresh;
  }

  /**
   * Takes note if a request is answered that was not seen.
   *
   * @param known whether one was before
   * @param frame of the answer
   */
  private void passedOver(boolean known, long frame) {
    if (sequence.isPassedOver()) {
      if (!known) {
        sentWhenPassed = traffic.packets();
        passedFrame = frame;
      }
      missed();
    }
  }

  /** Whether a request is answered that was not seen, and its side sent nothing since. */
  boolean mayComeYet() {
    return sequence.isPassedOver() && traffic.packets() == sentWhenPassed;
  }

  /** Says that there are some, before a Send is settled for which it may matter. */
  void missed() {
    ConnectionEvents told = flow.events();
    if (told != null) {
      told.missed();
    }
  }
}
