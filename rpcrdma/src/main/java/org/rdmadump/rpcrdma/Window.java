package org.rdmadump.rpcrdma;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;

/**
 * Which operations of the responder can be those of a call: the ones that it sent between taking
 * the call and sending the reply. The order in which they were sent tells, not the one in which
 * they were captured; where a Send of the responder or of the caller is missing it may not tell.
 */
final class Window {
  /** Whose an operation is. */
  enum Verdict {
    /** This call's. */
    OWN,
    /** That of another. */
    OTHER,
    /** Nothing tells. */
    AMBIGUOUS
  }

  private final Send send;
  private RdmaConnection connection;
  private ConnectionSide side;

  /** Behind what the responder had sent when the call was captured. */
  private final long opened;

  /** Before it the caller had received all when the call was captured. */
  private final long received;

  /** Place of the call before it. */
  private final long previous;

  /** Place of an earlier reply, behind which the memory was free. */
  private long free = SentOrder.NONE;

  /** Place of the call that used the memory before. */
  private long usedBy = Long.MAX_VALUE;

  /** When its reply was sent, for the calls that have its memory behind it. */
  private final Turn turn;

  /** The last call before it that has its memory for the same use, if no reply to it was seen. */
  private @Nullable Turn pending;

  /** The same of calls that have it for the other use: to be read, and not written. */
  private @Nullable Turn pendingOther;

  /** A call on some memory; those behind it hold nothing else of it, however many there are. */
  private static final class Turn {
    final int xid;
    final long frame;
    long closed = SentOrder.NONE;

    Turn(int xid, long frame) {
      this.xid = xid;
      this.frame = frame;
    }
  }

  /**
   * The window of a call that was captured just now.
   *
   * @param side of the caller
   */
  Window(int xid, Send send, RdmaConnection connection, ConnectionSide side) {
    this.send = send;
    this.turn = new Turn(xid, send.lastFrame());
    this.connection = connection;
    this.side = side;
    this.opened = responder().end();
    this.received = responder().receivedTo();
    this.previous = side.lastCall();
  }

  private SentOrder caller() {
    return connection.order(send.side());
  }

  private SentOrder responder() {
    return connection.order(RdmaConnection.opposite(send.side()));
  }

  /** Takes note that the two directions of its connection were joined. */
  void move(RdmaConnection to, ConnectionSide newSide) {
    connection = to;
    side = newSide;
  }

  /** Takes note of what is known of the use of a segment before this call. */
  void follows(Optional<MemoryUses.Use> before) {
    if (before.isPresent()) {
      free = Math.max(free, before.get().reply());
    }
    usedBy = Math.min(usedBy, before.isPresent() ? before.get().call() : previous);
  }

  /**
   * Takes note of a call before it that has its memory, too, and no reply so far.
   *
   * @param sameUse whether both have it to be read, or both to be written
   */
  void follows(Window unanswered, boolean sameUse) {
    if (sameUse) {
      pending = later(pending, unanswered.turn);
      pendingOther = later(pendingOther, unanswered.pendingOther);
    } else {
      pending = later(pending, unanswered.pendingOther);
      pendingOther = later(pendingOther, unanswered.turn);
    }
  }

  private static @Nullable Turn later(@Nullable Turn one, @Nullable Turn other) {
    return one == null || (other != null && other.frame > one.frame) ? other : one;
  }

  /**
   * As {@link #follows(Optional)}, of a call that was captured behind its reply.
   *
   * @param reply the place of that
   */
  void follows(Optional<MemoryUses.Use> before, long reply) {
    if (before.isPresent() && before.get().reply() < reply) {
      follows(before);
      return;
    }
    if (before.isPresent() && before.get().reply() == reply) {
      free = Math.max(free, before.get().before());
    }
    usedBy = SentOrder.NONE;
  }

  /** Lets go of the call before, which would lead to that before it, and so on. */
  void retire() {
    pending = null;
  }

  /** Takes note that a reply before its own was sent, to a call on the same memory. */
  void freed(long reply) {
    if (!isClosed() || reply < turn.closed) {
      free = Math.max(free, reply);
    }
  }

  /** The reply was seen, in this place. */
  void close(long reply) {
    if (!isClosed()) {
      turn.closed = reply;
    }
  }

  boolean isClosed() {
    return turn.closed != SentOrder.NONE;
  }

  /** Whether the call was sent before another one over the same connection. */
  boolean precedes(Window other) {
    return send.order() != SentOrder.NONE && send.order() < other.send.order();
  }

  /** Whether an operation is certainly that of another call. */
  boolean excludes(long operation) {
    if (operation == SentOrder.NONE) {
      return false;
    }
    return (isClosed() && operation > turn.closed)
        || operation <= free
        || precedes(operation, pending)
        || precedes(operation, pendingOther);
  }

  /** Whether an operation was sent before the reply to a call, if there is one by now. */
  private static boolean precedes(long operation, @Nullable Turn before) {
    return before != null && operation <= before.closed;
  }

  /** Whether an operation is certainly this call's. */
  boolean includes(long operation) {
    return operation == SentOrder.NONE
        || (operation >= opened
            && !(isReplyUnseen(operation) || isUserUnseen())
            && !excludes(operation));
  }

  /** Whether the reply to this call may have been sent before an operation, and not captured. */
  private boolean isReplyUnseen(long operation) {
    return !isClosed() && responder().mayLackSend(opened - 1, operation);
  }

  /** Whether another call may have used the memory before, of which no reply was seen. */
  private boolean isUserUnseen() {
    return candidate().isPresent()
        || (send.order() != SentOrder.NONE
            && usedBy != Long.MAX_VALUE
            && caller().mayLackSend(usedBy, send.order()));
  }

  /** Whose an operation is, as far as is known by now. */
  Verdict of(long operation) {
    if (excludes(operation)) {
      return Verdict.OTHER;
    }
    if (includes(operation)) {
      return Verdict.OWN;
    }
    if (isClosed()
        && !responder().mayLackSend(operation, turn.closed)
        && !side.hasStrayReply(operation, turn.closed)) {
      // The next reply that was sent after it is this call's.
      return Verdict.OWN;
    }
    if (operation < opened || operation < received) {
      return Verdict.OTHER;
    }
    // Without its reply it may be that of a call behind this one, of which nothing was captured.
    return isUserUnseen() || !isClosed() ? Verdict.AMBIGUOUS : Verdict.OWN;
  }

  /** The call that an operation may be of as well, in words, if it was captured. */
  Optional<String> candidate() {
    Turn before = pending;
    return before == null || before.closed != SentOrder.NONE
        ? Optional.empty()
        : Optional.of(
            "that with XID "
                + RpcRdmaConnection.hex(before.xid)
                + ", whose call is in frame "
                + before.frame);
  }
}
