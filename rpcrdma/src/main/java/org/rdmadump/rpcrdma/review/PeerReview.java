package org.rdmadump.rpcrdma.review;

import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * What the two ends of a connection said of themselves and granted each other, and whether they
 * keep to it. Where the capture does not show what was said, nothing is held against anyone.
 */
public final class PeerReview {
  /** What a requester may use before its first reply, RFC 8166 section 3.3.3. */
  private static final long INITIAL_CREDITS = 1;

  private final RdmaConnection connection;
  private Optional<RpcRdmaPrivateMessage> first;
  private Optional<RpcRdmaPrivateMessage> second;
  private final boolean fromStart;

  // The longest Send of each.
  private long mostOfFirst;
  private long mostOfSecond;

  private boolean missed;
  private Grants toFirst = new Grants();
  private Grants toSecond = new Grants();

  /** Begins with what the ends said when the connection was made. */
  public PeerReview(RdmaConnection connection, ConnectionRecord record) {
    this.connection = connection;
    this.first = record.said(RdmaConnection.FIRST);
    this.second = record.said(RdmaConnection.SECOND);
    this.fromStart = record.recognition() != Recognition.INFERRED;
    agree();
  }

  /** Says that packets were not captured: what is not known to be said may have been. */
  public void miss() {
    missed = true;
  }

  /** {@return whether packets were not captured} */
  public boolean isMissing() {
    return missed;
  }

  /** {@return whether all that was said on the connection was captured} */
  public boolean isWhole() {
    return fromStart && !missed;
  }

  /**
   * {@return whether nothing that a side sent last can be missing: its end was captured, or an
   * error broke the connection} Otherwise nothing may show that its last packets were not captured.
   */
  public boolean isEndSeen(int side) {
    return isBroken() || connection.order(side).hasEnded();
  }

  /** {@return whether an error broke the connection} */
  boolean isBroken() {
    return connection.isBroken();
  }

  /** {@return whether nothing can be missing that a side sent before what its peer sent} */
  public boolean isSeenByPeer(int side) {
    return connection.order(side).isToldByPeer() || connection.order(side).hasEnded();
  }

  /** {@return whether a side sent a request behind a place, and no Send before that is missing} */
  public boolean isSeenBeyond(int side, long place) {
    SentOrder order = connection.order(side);
    return order.end() > place && !order.mayLackSend(0, order.end());
  }

  /** {@return whether no Send that precedes this one is missing} */
  public boolean isSeenTo(Send send) {
    return !missed
        && send.order() != SentOrder.NONE
        && !connection.order(send.side()).mayLackSend(0, send.order());
  }

  /** Judges how long a Send is. */
  public void judgeLength(Send send, List<Finding> findings) {
    long threshold = send.side() == RdmaConnection.FIRST ? mostOfFirst : mostOfSecond;
    if (send.payload().length() > threshold && send.endSeen() && hasAllPackets(send)) {
      findings.add(above(threshold, send));
    }
  }

  /** Whether no packet within a Send is missing: otherwise its end may be that of another one. */
  private static boolean hasAllPackets(Send send) {
    return send.payload().lacksOnly(Absence.TRUNCATED, send.payload().length());
  }

  /** The longest Send that both agreed on; as long as can be if that is not known. */
  private static long threshold(
      Optional<RpcRdmaPrivateMessage> sender, Optional<RpcRdmaPrivateMessage> receiver) {
    return sender.isPresent() && receiver.isPresent()
        ? Math.min(sender.get().sendSize(), receiver.get().receiveSize())
        : Long.MAX_VALUE;
  }

  private void agree() {
    mostOfFirst = threshold(first, second);
    mostOfSecond = threshold(second, first);
  }

  private static Finding above(long threshold, Send send) {
    return send.finding(
        RpcRdmaRules.ABOVE_THRESHOLD,
        "a Send of "
            + Counted.of(send.payload().length(), "byte")
            + ", where the peers agreed on "
            + threshold);
  }

  /** Takes what a reply grants to the side that called. */
  public void grant(Send reply, int credits, List<Finding> findings) {
    long granted = Integer.toUnsignedLong(credits);
    if (granted == 0) {
      findings.add(
          reply.finding(
              RpcRdmaRules.ZERO_CREDITS, "0 credits are granted, at least 1 is required"));
      granted = INITIAL_CREDITS;
    }
    (reply.side() == RdmaConnection.SECOND ? toFirst : toSecond).granted(reply, granted);
  }

  /**
   * Judges whether a call was allowed.
   *
   * @param forward whether it is to the server: only there is it known what may be used at first
   * @param inFlight calls of its sender that are not answered, with it
   * @param doubts takes a finding that is wrong if a reply before the call was not captured
   */
  public void judgeCall(Send send, boolean forward, int inFlight, List<Finding> doubts) {
    Grants grants = send.side() == RdmaConnection.FIRST ? toFirst : toSecond;
    long granted = grants.most(send, connection);
    if (granted == Grants.NOT_KNOWN && fromStart && forward) {
      granted = INITIAL_CREDITS;
    }
    if (granted != Grants.NOT_KNOWN && !missed && inFlight > granted) {
      doubts.add(overrun(inFlight, granted, send));
    }
  }

  private static Finding overrun(int inFlight, long granted, Send send) {
    return send.finding(
        RpcRdmaRules.CREDIT_OVERRUN,
        Counted.of(inFlight, "outstanding call")
            + " with this one, but "
            + Counted.of(granted, "credit")
            + " granted");
  }

  /** {@return whether a side said that Send With Invalidate is nothing for it} */
  boolean forbidsInvalidation(int side) {
    return of(side).isPresent() && !of(side).get().remoteInvalidation();
  }

  private Optional<RpcRdmaPrivateMessage> of(int side) {
    return side == RdmaConnection.FIRST ? first : second;
  }

  /** Takes over what is known of the same connection as seen from its other side. */
  public void join(PeerReview other) {
    first = first.isPresent() ? first : other.second;
    second = second.isPresent() ? second : other.first;
    agree();
    // What was in flight while the two were not known to belong together was not compared.
    toFirst = new Grants();
    toSecond = new Grants();
    missed |= other.missed;
  }
}
