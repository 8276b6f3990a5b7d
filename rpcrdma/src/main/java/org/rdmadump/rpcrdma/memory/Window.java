package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Hex;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;

/**
 * Which operations of the responder can be those of a call: the ones that it sent between taking
 * the call and sending the reply. The order in which they were sent tells, not the one in which
 * they were captured; where a Send of the responder or of the caller is missing it may not tell.
 */
public final class Window {
  /** Whose an operation is. */
  enum Verdict {
    /** This call's. */
    OWN,
    /** That of another. */
    OTHER,
    /** Nothing tells. */
    AMBIGUOUS
  }

  /** Calls without a reply that are told apart; with more, nothing tells. */
  private static final int MOST_PENDING = 16;

  private final Send send;
  private RdmaConnection connection;
  private CallOrder calls;

  /** Whether it was known what the responder sends when the call was captured. */
  private boolean knowsResponder;

  /** Behind what the responder had sent when the call was captured. */
  private final long opened;

  /** What was sent from here on is certainly behind all of that. */
  private long certainFrom;

  /** Before it the caller had received all when the call was captured. */
  private final long received;

  /**
   * Before it the responder sent all before it had the call; NONE if nothing is certain. With TCP,
   * it would have acknowledged the call with what it sent for it, which waits for the call then.
   * Elsewhere the call may be a copy of one that was not captured, or be captured late.
   */
  private final long before;

  /** Place of a call of which it is sure that it is over. */
  private final long longAgo;

  /** Place of the reply, if that was captured first; NONE else. */
  private final long awaited;

  /** Place of an earlier reply, behind which the memory was free. */
  private long free = SentOrder.NONE;

  /** Place of the call that used the memory before. */
  private long usedBy = Long.MAX_VALUE;

  /** When its reply was sent, for the calls that have its memory behind it. */
  public final Turn turn;

  /** Calls before it that have its memory for the same use, if no reply to them was seen. */
  private List<Turn> pending = Collections.emptyList();

  /** The same of calls that have it for the other use: to be read, and not written. */
  private List<Turn> pendingOther = Collections.emptyList();

  /** Whether there may be more of them. */
  private boolean crowded;

  /**
   * The window of a call that was captured just now.
   *
   * @param calls of the caller
   * @param awaited place of the reply, if that was captured before; NONE else
   */
  public Window(int xid, Send send, RdmaConnection connection, CallOrder calls, long awaited) {
    this.send = send;
    this.turn = new Turn(xid, send.lastFrame(), send.order());
    this.awaited = awaited;
    this.connection = connection;
    this.calls = calls;
    this.knowsResponder = responder().isKnown();
    this.opened = responder().end();
    this.certainFrom = opened;
    this.received = responder().receivedTo();
    this.before = responder().isToldByPeer() ? received : SentOrder.NONE;
    this.longAgo = calls.longAgo();
  }

  private SentOrder caller() {
    return connection.order(send.side());
  }

  private SentOrder responder() {
    return connection.order(RdmaConnection.opposite(send.side()));
  }

  /** Says that the receiver had the call. */
  public void proven() {
    send.proven();
  }

  /** Takes note that the two directions of its connection were joined. */
  public void move(RdmaConnection to, CallOrder newCalls) {
    connection = to;
    calls = newCalls;
    if (!knowsResponder) {
      // How much of this the responder had sent before the call is not known.
      certainFrom = responder().end();
      knowsResponder = true;
    }
  }

  /**
   * Takes note of a call on some of its memory.
   *
   * @param call its place; {@link SentOrder#NONE} if it was not captured
   * @param reply place of the reply to it; NONE if none was seen
   * @param open its turn; null only if a reply was seen
   * @param sameUse whether both have it to be read, or both to be written
   * @param before place of the reply before that of the other call
   * @return whether that came before this one
   */
  boolean follows(long call, long reply, @Nullable Turn open, boolean sameUse, long before) {
    if (call != SentOrder.NONE && send.order() != SentOrder.NONE && call >= send.order()) {
      return false;
    }
    if (open != null && reply == SentOrder.NONE) {
      if (sameUse) {
        pending = with(pending, open);
      } else {
        pendingOther = with(pendingOther, open);
      }
      return true;
    }
    if (awaited != SentOrder.NONE && reply >= awaited) {
      free = Math.max(free, reply == awaited ? before : SentOrder.NONE);
      return false;
    }
    if (isClosed() && reply >= turn.closed()) {
      return false;
    }
    free = Math.max(free, reply);
    return true;
  }

  private List<Turn> with(List<Turn> turns, Turn other) {
    if (turns.contains(other)) {
      return turns;
    }
    if (turns.size() == MOST_PENDING) {
      crowded = true;
      return turns;
    }
    List<Turn> more = turns.isEmpty() ? new ArrayList<>(1) : turns;
    more.add(other);
    return more;
  }

  /**
   * Takes note of what is known of all of a segment.
   *
   * @param known place of the last call before it that had all of it; NONE if none is known
   * @param forgotten place of the last call of which it is not known any more what it had
   */
  void isUsedSince(long known, long forgotten) {
    usedBy = Math.min(usedBy, Math.max(known, longAgo));
    crowded |= forgotten != SentOrder.NONE && known <= forgotten;
  }

  /** Lets go of the call before, which would lead to that before it, and so on. */
  public void retire() {
    pending = Collections.emptyList();
    pendingOther = Collections.emptyList();
  }

  /** Takes note that a reply before its own was sent, to a call on the same memory. */
  void freed(long reply) {
    if (!isClosed() || reply < turn.closed()) {
      free = Math.max(free, reply);
    }
  }

  /** The reply was seen, in this place. */
  public void close(long reply) {
    if (!turn.isClosed()) {
      turn.heard(caller().receivedTo());
    }
    turn.close(reply);
    for (int i = 0; i < pending.size(); i++) {
      // Its memory would not have been used again without a reply.
      pending.get(i).overBefore(reply);
    }
  }

  public boolean isClosed() {
    return turn.isClosed();
  }

  /**
   * Whether another call that had its memory may have been over when this one was sent, though its
   * reply was captured behind this one.
   */
  public boolean mayFollowReplyTo(Turn other) {
    return other.mayBeOverBefore(send.order(), turn.closed());
  }

  /** Whether the call was sent before another one over the same connection. */
  boolean precedes(Window other) {
    return send.order() != SentOrder.NONE && send.order() < other.send.order();
  }

  /**
   * Whether the call was sent behind the reply to another one, as that was captured earlier, or
   * acknowledged before.
   *
   * @param xid of that reply
   */
  public boolean isBehindReply(int xid, Send reply) {
    return turn.xid != xid
        && (turn.frame > reply.firstFrame()
            || (reply.order() != SentOrder.NONE && reply.order() < received));
  }

  /** Whether an operation is certainly that of another call. */
  boolean excludes(long operation) {
    if (operation == SentOrder.NONE) {
      return false;
    }
    return (isClosed() && operation > turn.closed())
        || isBehind(operation)
        || operation <= free
        || precedes(operation, pending)
        || precedes(operation, pendingOther);
  }

  /** Whether the responder certainly sent an operation before it had the call. */
  public boolean isBehind(long operation) {
    return operation != SentOrder.NONE && operation < before;
  }

  /** Whether an operation was sent before the reply to one of some calls. */
  private static boolean precedes(long operation, List<Turn> before) {
    for (int i = 0; i < before.size(); i++) {
      if (operation <= before.get(i).closed()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the call was certainly not answered before an operation, or its reply was sent behind
   * that.
   */
  boolean isSurelyOpen(long operation) {
    return operation != SentOrder.NONE
        && operation >= certainFrom
        && isResponderSeen()
        && !isReplyUnseen(operation)
        && !excludes(operation);
  }

  /** Whether the call certainly waits for its reply, by all that was captured of both sides. */
  public boolean isSurelyOpen() {
    return !isClosed()
        && knowsResponder
        && isResponderSeen()
        && !responder().mayLackSend(opened - 1, responder().end());
  }

  /** Whether all that the caller is known to have received was captured. */
  private boolean isResponderSeen() {
    return responder().receivedTo() <= responder().end();
  }

  /** Takes note that an operation may be of another call, which came before. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  void mayFollow(@Nullable Window other) {
    if (other != null && other != this) {
      pending = with(pending, other.turn);
    }
  }

  /** Whether an operation is certainly this call's. */
  boolean includes(long operation) {
    return operation == SentOrder.NONE
        || (operation >= certainFrom
            && !(isReplyUnseen(operation) || isUserUnseen(operation))
            && !excludes(operation));
  }

  /** Whether the reply to this call may have been sent before an operation, and not captured. */
  private boolean isReplyUnseen(long operation) {
    return !isClosed() && responder().mayLackSend(opened - 1, operation);
  }

  /** Whether another call may have used the memory before, of which no reply was seen. */
  private boolean isUserUnseen(long operation) {
    return crowded
        || lastPending(operation) != null
        || (send.order() != SentOrder.NONE
            && usedBy != Long.MAX_VALUE
            && !isBehindReplies(operation)
            && caller().mayLackSend(usedBy, send.order()));
  }

  /**
   * Whether an operation was sent behind the replies to all calls that had the memory before: the
   * caller had received them, and says with the call itself what it had received.
   */
  private boolean isBehindReplies(long operation) {
    return responder().isToldByPeer() && operation >= Math.max(opened, received);
  }

  /**
   * Whose an operation is, as far as is known by now.
   *
   * @param read whether it is a Read
   */
  Verdict of(long operation, boolean read) {
    if (excludes(operation)) {
      return Verdict.OTHER;
    }
    if (includes(operation)) {
      return Verdict.OWN;
    }
    if (isClosed()
        && !crowded
        && !responder().mayLackSend(operation, turn.closed())
        && !calls.hasStrayReply(operation, turn.closed(), /* unlistedOnly= */ !read)) {
      // The next reply that was sent after it is this call's. One that lists what was written
      // for it elsewhere is of no account.
      return Verdict.OWN;
    }
    if (operation < opened || operation < received) {
      return Verdict.OTHER;
    }
    // Without its reply it may be that of a call behind this one, of which nothing was captured.
    return isUserUnseen(operation) || !isClosed() ? Verdict.AMBIGUOUS : Verdict.OWN;
  }

  /** Whether Writes before a reply may be among what was captured and given up by a limit. */
  public boolean hasGivenUpWrites(long reply) {
    return responder().hasGivenUp(Math.max(opened, received), reply);
  }

  /** Whether responses to Reads may be among what was captured and given up by a limit. */
  public boolean hasGivenUpResponses() {
    return caller().hasGivenUp(send.order(), Long.MAX_VALUE);
  }

  private @Nullable Turn lastPending(long operation) {
    for (int i = pending.size() - 1; i >= 0; i--) {
      Turn before = pending.get(i);
      if (!before.isClosed() && before.mayHave(operation)) {
        return before;
      }
    }
    return null;
  }

  /** The call that an operation may be of as well, in words, if it was captured. */
  Optional<String> candidate(long operation) {
    Turn before = lastPending(operation);
    return before == null
        ? Optional.empty()
        : Optional.of(
            "that with XID " + Hex.of(before.xid) + ", whose call is in frame " + before.frame);
  }
}
