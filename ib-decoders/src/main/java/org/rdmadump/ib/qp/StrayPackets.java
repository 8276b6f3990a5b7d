package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Psn;

/**
 * Packets of one flow whose PSNs are far from those of its connection. One alone is sent late by
 * another connection that had the queue pair number before, or forged, and its receiver drops it.
 * Two that agree show that another connection has the number now.
 *
 * <p>IBTA volume 1, 9.7.1.
 */
final class StrayPackets {
  /** How far a packet is from those of a connection that it cannot belong to. */
  static final long FAR_PSNS = 1L << 21;

  /** PSNs that may be between two that follow each other. */
  private static final int MOST_BETWEEN = 1 << 16;

  private final FlowEvents told;
  private final UnseenRequests unseen;
  private final Limits limits;

  /** The last request, if it may be the first one of another connection. */
  private @Nullable TransportPacket request;

  private boolean isRequestCongested;

  // Those that are not told of.
  private @Nullable Finding first;
  private int firstPsn;
  private int lastPsn;
  private int count;

  /** A refusal of what was not sent, as far as it was seen, that breaks the connection. */
  private @Nullable EarlyRefusal refusal;

  /** What is told of that if the connection goes on. */
  private @Nullable Finding ignored;

  /**
   * None yet.
   *
   * @param told is told of them
   * @param unseen of the same flow
   */
  StrayPackets(FlowEvents told, UnseenRequests unseen, Limits limits) {
    this.told = told;
    this.unseen = unseen;
    this.limits = limits;
  }

  /** Takes a request that does not agree with the one before it. */
  void request(TransportPacket packet, boolean congested) {
    add(packet);
    letGo();
    if (!unseen.wereOfPredecessor(packet.psn()) && limits.holdStray()) {
      request = packet.copy();
      isRequestCongested = congested;
    }
  }

  /** Takes an answer to none of the requests. */
  void answer(TransportPacket packet) {
    add(packet);
  }

  /**
   * Takes a refusal of a request that was not sent, as far as it was seen.
   *
   * @param stray what is told of it if the connection goes on, and so ignores it
   */
  void refusal(EarlyRefusal packet, Finding stray) {
    endRefusal();
    refusal = packet;
    ignored = stray;
  }

  private void endRefusal() {
    if (ignored != null) {
      told.note(ignored);
      ignored = null;
      refusal = null;
    }
  }

  /**
   * The refusal of the last, if nothing follows it: then what it refuses was sent, and is not in
   * the capture.
   */
  @Nullable EarlyRefusal takeRefusal() {
    EarlyRefusal last = refusal;
    ignored = null;
    refusal = null;
    return last;
  }

  private void add(TransportPacket packet) {
    if (first == null) {
      first = packet.finding(IbRules.STRAY_PSN, "");
      firstPsn = packet.psn();
    }
    lastPsn = packet.psn();
    count++;
  }

  /** Whether a request follows the one before it. */
  boolean isFollowedBy(int psn) {
    return request != null && isBehind(request.psn(), psn) && !unseen.wereOfPredecessor(psn);
  }

  /** Whether an answer is one to the last request, or to one that was sent behind it. */
  boolean isAnsweredBy(int psn) {
    return request != null && (psn == request.psn() || isBehind(request.psn(), psn));
  }

  private static boolean isBehind(int before, int psn) {
    int distance = Psn.distance(before, psn);
    return distance > 0 && distance <= MOST_BETWEEN;
  }

  /** The request that turned out to be the first one of another connection; it is no stray. */
  @Nullable TransportPacket takeRequest() {
    TransportPacket taken = request;
    if (taken != null) {
      count--;
      letGo();
    }
    return taken;
  }

  /** Whether the request that was taken last met congestion on its way. */
  boolean isRequestCongested() {
    return isRequestCongested;
  }

  /** Takes note that the connection goes on: all of them were strays. */
  void end() {
    letGo();
    endRefusal();
    Finding begin = first;
    if (begin != null && count > 0) {
      told.note(
          new Finding(
              begin.rule(),
              begin.frame(),
              begin.offset(),
              Counted.of(count, "packet")
                  + " far from the PSNs of the connection, "
                  + (count == 1
                      ? "PSN " + firstPsn
                      : "the first with PSN " + firstPsn + ", the last with PSN " + lastPsn)));
    }
    first = null;
    count = 0;
  }

  private void letGo() {
    if (request != null) {
      limits.releaseStray();
      request = null;
    }
  }
}
