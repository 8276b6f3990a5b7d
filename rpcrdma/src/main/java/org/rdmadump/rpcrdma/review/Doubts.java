package org.rdmadump.rpcrdma.review;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Rule;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.memory.ProtocolMessages;

/**
 * Uses of memory that no captured call advertised, or not for that. Where frames were dropped in a
 * row, the call is missing and nothing shows it yet: only the next Send of its sender does. So each
 * waits for that Send. If none comes, it is wrong only if all that its sender sent is known to be
 * captured, or if a call waited for its reply and an error broke the connection, as when a peer
 * refuses the use: without such a call, the use is for a call that is missing.
 */
public final class Doubts {
  /** Those that wait at a time; no more are remembered. */
  private static final int MOST = 64;

  private record Doubt(
      Finding wrong,
      int initiator,
      int handle,
      long address,
      boolean isRead,
      long frame,
      boolean called) {
    boolean is(Rule rule) {
      return wrong.rule().equals(rule);
    }

    /** Whether it is of a call that was captured behind it. */
    boolean isExplainedBy(ParsedHeader call) {
      if (call.isMalformed()) {
        return true;
      }
      if (is(RpcRdmaRules.UNKNOWN_HANDLE)) {
        return call.lists(handle);
      }
      // A handle that was invalidated was known before, and may have been used too long.
      return is(RpcRdmaRules.WRONG_ACCESS) && call.lists(handle, address, isRead);
    }
  }

  private final ProtocolMessages told;
  private List<Doubt> waiting = List.of();

  /** None yet; what is found goes to {@code told}. */
  public Doubts(ProtocolMessages told) {
    this.told = told;
  }

  /** Whether a finding is wrong if a call is missing that advertised the handle. */
  public static boolean isDoubtful(Finding wrong) {
    return wrong.rule().equals(RpcRdmaRules.UNKNOWN_HANDLE)
        || wrong.rule().equals(RpcRdmaRules.AFTER_INVALIDATION)
        || wrong.rule().equals(RpcRdmaRules.WRONG_ACCESS);
  }

  /**
   * Takes a use that looks wrong.
   *
   * @param called whether a call of the side whose memory it is waited for its reply
   */
  public void add(RdmaOperation operation, boolean called, Finding wrong) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    }
    if (waiting.size() < MOST) {
      waiting.add(
          new Doubt(
              wrong,
              operation.initiator(),
              operation.handle(),
              operation.address(),
              operation.kind() == RdmaOperation.Kind.READ,
              operation.frame(),
              called));
    }
  }

  /**
   * Tells of the uses before a Send of the side whose memory it is, if no call before it is
   * missing. A use of memory that the Send itself advertises was captured before it, no more.
   */
  public void settle(Send send, ParsedHeader parsed, PeerReview review) {
    if (waiting.isEmpty() || !review.isSeenTo(send)) {
      return;
    }
    for (Iterator<Doubt> each = waiting.iterator(); each.hasNext(); ) {
      Doubt doubt = each.next();
      if (doubt.initiator != send.side() && doubt.frame < send.firstFrame()) {
        each.remove();
        if (!doubt.isExplainedBy(parsed)) {
          told.finding(doubt.wrong);
        }
      }
    }
  }

  /** Settles all at the end of the connection. */
  public void settle(PeerReview review) {
    for (Doubt doubt : waiting) {
      boolean proven =
          review.isSeenByPeer(RdmaConnection.opposite(doubt.initiator))
              || (doubt.called && review.isBroken());
      told.finding(proven ? doubt.wrong : notSeen(doubt));
    }
    waiting = List.of();
  }

  /** Drops all: packets were not captured. */
  public void drop() {
    for (Doubt doubt : waiting) {
      told.finding(notSeen(doubt));
    }
    waiting = List.of();
  }

  private static Finding notSeen(Doubt doubt) {
    return Finding.inFrame(
        RpcRdmaRules.NOT_SEEN_ADVERTISED,
        doubt.frame,
        "the advertisement of handle " + Hex.of(doubt.handle) + " was not captured");
  }

  /** Takes over those of the other direction of the connection. */
  public void join(Doubts other) {
    if (!other.waiting.isEmpty()) {
      List<Doubt> all = new ArrayList<>(waiting);
      all.addAll(other.waiting);
      waiting = all;
      other.waiting = List.of();
    }
  }
}
