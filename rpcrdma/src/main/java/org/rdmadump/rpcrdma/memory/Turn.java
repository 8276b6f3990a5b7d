package org.rdmadump.rpcrdma.memory;

import org.rdmadump.rdma.SentOrder;

/**
 * A call that uses memory, and when its reply was sent. Those behind it hold nothing else of it,
 * however many there are.
 */
public final class Turn {
  public final int xid;
  final long frame;

  /** Place of the call; {@link SentOrder#NONE} if it was not captured. */
  final long call;

  private long closed = SentOrder.NONE;

  /** Place in the caller's order up to which the responder is known to have had all then. */
  private long heard = Long.MAX_VALUE;

  private long over = Long.MAX_VALUE;

  Turn(int xid, long frame, long call) {
    this.xid = xid;
    this.frame = frame;
    this.call = call;
  }

  /** A call that was not captured, whose reply was sent in this place. */
  public static Turn ofReply(int xid, long reply) {
    return closed(xid, SentOrder.NONE, reply);
  }

  /** A call in one place, whose reply was sent in another. */
  static Turn closed(int xid, long call, long reply) {
    Turn turn = new Turn(xid, 0, call);
    turn.close(reply);
    return turn;
  }

  /** The reply was seen, in this place; the first one counts. */
  void close(long reply) {
    if (!isClosed()) {
      closed = reply;
    }
  }

  /**
   * Takes note of what the responder is known to have had when it sent the reply.
   *
   * @param place before which it had all of the caller
   */
  void heard(long place) {
    heard = Math.min(heard, place);
  }

  /**
   * Whether the caller may have had the reply before it sent another call: nothing that the
   * responder sent before the reply shows that it had that call.
   *
   * @param call place of the other call
   * @param reply place of the reply to that; NONE if none was seen
   */
  boolean mayBeOverBefore(long call, long reply) {
    return isClosed() && heard <= call && (reply == SentOrder.NONE || closed < reply);
  }

  /** Place of the reply; {@link SentOrder#NONE} if none was seen. */
  long closed() {
    return closed;
  }

  boolean isClosed() {
    return closed != SentOrder.NONE;
  }

  /** Takes note that the reply was sent before a place, whether or not it was captured. */
  void overBefore(long place) {
    over = Math.min(over, place);
  }

  /** Whether an operation may be of the call, as far as its reply tells. */
  boolean mayHave(long operation) {
    return operation <= (isClosed() ? closed : over);
  }
}
