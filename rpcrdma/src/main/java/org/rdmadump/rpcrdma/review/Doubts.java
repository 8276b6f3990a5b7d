package org.rdmadump.rpcrdma.review;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Hex;
import org.rdmadump.finding.Rule;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.ParsedHeader;

/**
 * Uses of memory that no captured call advertised, or not for that. Where frames were dropped in a
 * row, the call is missing and nothing shows it yet: only the next Send of its sender does. So each
 * waits for that Send, unless the reply to the call shows whose it is. If none comes, it is wrong
 * only if all that its sender sent is known to be captured, or if a call waited for its reply and
 * an error broke the connection, as when a peer refuses the use: without such a call, the use is
 * for a call that is missing.
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
      long order,
      boolean called,
      boolean known) {
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

    /**
     * Whether it is of an exchange: the memory is listed there, but not for that or by the call.
     */
    boolean isOf(ParsedHeader call, ParsedHeader reply) {
      return is(RpcRdmaRules.WRONG_ACCESS)
          ? call.lists(handle, address, !isRead)
          : is(RpcRdmaRules.UNKNOWN_HANDLE) && reply.lists(handle);
    }
  }

  private final MessageOutput output;
  private List<Doubt> waiting = List.of();

  /** None yet; what is found goes to {@code output}. */
  public Doubts(MessageOutput output) {
    this.output = output;
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
   * @param former the last call that had the memory, if one is known that was answered
   */
  public void add(RdmaOperation operation, boolean called, Finding wrong, OptionalInt former) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    }
    if (waiting.size() < MOST) {
      waiting.add(
          new Doubt(
              former.isPresent() ? naming(wrong, former.getAsInt()) : wrong,
              operation.initiator(),
              operation.handle(),
              operation.address(),
              operation.kind() == RdmaOperation.Kind.READ,
              operation.frame(),
              operation.order(),
              called,
              former.isPresent()));
    }
  }

  private static Finding naming(Finding wrong, int former) {
    return Finding.inFrame(
        wrong.rule(),
        wrong.frame(),
        wrong.message() + ": the call with XID " + Hex.of(former) + " had it, and was answered");
  }

  /** What is of an exchange that is over is told alone: the next message has no part in it. */
  private void tell(Doubt doubt) {
    if (doubt.known) {
      output.alone(doubt.wrong);
    } else {
      output.finding(doubt.wrong);
    }
  }

  /**
   * Hands over the uses that are of an exchange, before its reply is handed out.
   *
   * @param parsed its header
   * @param call that it answers
   */
  public List<Finding> takeOf(
      Send reply, ParsedHeader parsed, CallInFlight call, PeerReview review) {
    if (waiting.isEmpty()
        || call.parsed.isTruncated()
        || !review.isSeenTo(reply)
        || !review.isSeenTo(call.send)) {
      return List.of();
    }
    List<Finding> taken = new ArrayList<>(0);
    for (Iterator<Doubt> each = waiting.iterator(); each.hasNext(); ) {
      Doubt doubt = each.next();
      if (doubt.initiator == reply.side()
          && doubt.frame > call.send.lastFrame()
          && doubt.order < reply.order()
          && doubt.isOf(call.parsed, parsed)) {
        each.remove();
        taken.add(doubt.wrong);
      }
    }
    return taken;
  }

  /**
   * Tells of the uses before a Send of the side whose memory it is, if no call before it is
   * missing. A use of memory that the Send itself advertises may just be captured before it.
   *
   * @param call that it is, if it is one which was taken in
   */
  public void settle(
      Send send, ParsedHeader parsed, @Nullable CallInFlight call, PeerReview review) {
    if (waiting.isEmpty() || !review.isSeenTo(send)) {
      return;
    }
    for (Iterator<Doubt> each = waiting.iterator(); each.hasNext(); ) {
      Doubt doubt = each.next();
      if (doubt.initiator != send.side() && doubt.frame < send.firstFrame()) {
        each.remove();
        if (!doubt.isExplainedBy(parsed) || isBefore(doubt, call)) {
          tell(doubt);
        }
      }
    }
  }

  /** Whether a use was certainly over when a call was sent that has memory. */
  private static boolean isBefore(Doubt doubt, @Nullable CallInFlight call) {
    return call != null && call.parsed.hasChunks() && call.memory().window().isBehind(doubt.order);
  }

  /** Settles all at the end of the connection. */
  public void settle(PeerReview review) {
    for (Doubt doubt : waiting) {
      boolean proven =
          review.isSeenByPeer(RdmaConnection.opposite(doubt.initiator))
              || (doubt.called && review.isBroken());
      if (proven) {
        tell(doubt);
      } else {
        output.finding(notSeen(doubt));
      }
    }
    waiting = List.of();
  }

  /** Drops all: packets were not captured. */
  public void drop() {
    for (Doubt doubt : waiting) {
      output.finding(notSeen(doubt));
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
