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
