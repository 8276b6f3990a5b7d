package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Psn;
import org.rdmadump.order.SentSince;

/** Answers that were captured before any request of the direction that they answer. */
final class EarlyAnswers {
  /** PSNs of the first and the last one, on the wire. */
  private final int first;

  private int last;
  private final SentSince sent;

  /** Whether they show that there were requests which were not seen, or not yet. */
  private boolean missed;

  /** Whether some of these were sent while packets were captured. */
  private boolean certain;

  /** Frame of the last one. */
  private long frame;

  /** Whether a request was seen since. */
  private boolean over;

  private EarlyAnswers(TransportPacket packet, boolean fromStart) {
    first = packet.psn();
    last = first;
    sent = new SentSince(packet.nanos());
    frame = packet.frameNumber();
    missed = fromStart;
    certain = fromStart;
  }

  /**
   * Takes one more.
   *
   * @param before those that came before it; null if it is the first one
   * @param fromStart whether the connection was seen from its start
   * @return all of them
   */
  static EarlyAnswers with(
      @Nullable EarlyAnswers before, TransportPacket packet, boolean fromStart) {
    if (before == null) {
      return new EarlyAnswers(packet, fromStart);
    }
    before.add(packet);
    return before;
  }

  private void add(TransportPacket packet) {
    if (Psn.distance(last, packet.psn()) > 0) {
      missed = true;
      sent.answered(packet.nanos());
      certain |= sent.isCertain();
      last = packet.psn();
      frame = packet.frameNumber();
    }
  }

  /** Whether there certainly were requests that were not seen. */
  boolean isMissed() {
    return missed;
  }

  /** The PSN of the last one. */
  long last(PsnSequence requests) {
    return requests.extend(last);
  }

  /** Whether the last one came before its request was seen. */
  boolean areEarly(PsnSequence requests) {
    return requests.wasSeen(last(requests));
  }

  /** Takes note of the first request behind them: whether there were others before it. */
  boolean precede(long psn, PsnSequence requests) {
    boolean others = missed || psn <= last(requests);
    over = true;
    certain &= last(requests) < psn;
    return others;
  }

  /**
   * Takes an answer that was captured behind the first request, to one before that.
   *
   * @return whether there certainly were requests that were not seen
   */
  boolean goOn(long psn, PsnSequence requests) {
    missed |= psn > last(requests);
    return missed;
  }

  /** Whether a request was seen since. */
  boolean isOver() {
    return over;
  }

  /** Whether requests of them are not in the capture. */
  boolean areOfNone() {
    return certain;
  }

  /** Tells that none of their requests is in the capture; once. */
  Finding tell() {
    certain = false;
    return finding(frame, first, last, 0);
  }

  /**
   * How a request is absent.
   *
   * @param damagedFrame of a damaged copy of it, 0 if there is none
   */
  static String absence(long damagedFrame) {
    return damagedFrame == 0
        ? "is not in the capture"
        : "only a damaged copy is in the capture ("
            + IbRules.BAD_ICRC.name()
            + ", frame "
            + damagedFrame
            + ")";
  }

  /**
   * Tells that requests with these PSNs, on the wire, were answered, and none is in the capture.
   *
   * @param damagedFrame of a damaged copy of the only one, 0 if there is none
   */
  static Finding finding(long frame, int first, int last, long damagedFrame) {
    String which =
        first == last
            ? "the request with PSN " + first + " was"
            : "the requests with PSNs from " + first + " to " + last + " were";
    String absent = first == last ? absence(damagedFrame) : "are not in the capture";
    return Finding.inFrame(IbRules.NOT_CAPTURED, frame, which + " acknowledged, but " + absent);
  }
}
