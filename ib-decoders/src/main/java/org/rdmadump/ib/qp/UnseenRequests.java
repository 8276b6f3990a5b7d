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
  static final int NONE = -1;

  private final FlowEvents flow;
  private final TrafficCounters traffic;
  private final PsnSequence sequence;

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

  UnseenRequests(FlowEvents flow, TrafficCounters traffic, PsnSequence sequence) {
    this.flow = flow;
    this.traffic = traffic;
    this.sequence = sequence;
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
    if (early != null || sequence.isPassedOver()) {
      tell(packet, psn);
    }
  }

  private void tell(TransportPacket packet, long psn) {
    if (early != null && early.precede(psn)) {
      flow.eventsFrom(packet.frameNumber()).missed();
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
    Finding finding =
        packet.finding(
            IbRules.NOT_CAPTURED,
            "the request with PSN %d was acknowledged, but is not in the capture",
            PsnSequence.onWire(from));
    flow.eventsFrom(packet.frameNumber()).finding(finding);
    told = finding;
    toldFrom = from;
    toldTo = to;
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
  void answered(int wirePsn) {
    if (early().answeredUnseen(wirePsn, flow.isFromStart())) {
      missed();
    }
  }

  /** Whether an answer, of a flow that was joined just now, came before its request was seen. */
  boolean wereAnsweredEarly(int wirePsn) {
    return wirePsn != NONE && early().wasAnswered(wirePsn);
  }

  private EarlyAnswers early() {
    if (early == null) {
      early = new EarlyAnswers(sequence);
    }
    return early;
  }

  /** Takes an acknowledgement, as {@link PsnSequence#acknowledge}. */
  void acknowledged(long psn) {
    boolean known = sequence.isPassedOver();
    sequence.acknowledge(psn);
    passedOver(known);
  }

  /** Takes a NAK, as {@link PsnSequence#refuse}. */
  boolean refused(long psn) {
    boolean known = sequence.isPassedOver();
    boolean fresh = sequence.refuse(psn);
    passedOver(known);
    return fresh;
  }

  /**
   * Takes note if a request is answered that was not seen.
   *
   * @param known whether one was before
   */
  private void passedOver(boolean known) {
    if (sequence.isPassedOver()) {
      if (!known) {
        sentWhenPassed = traffic.packets();
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
