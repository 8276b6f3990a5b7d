package org.rdmadump.rpcrdma.review;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;

/**
 * The credits that one side may go by when it calls: those of the last reply that it had, or of one
 * behind that. A reply that lowers them counts once it was acknowledged, and its receiver had time
 * to take note of it.
 */
final class Grants {
  /** Stands for credits of which nothing is known. */
  static final long NOT_KNOWN = -1;

  /** Time that a receiver may take after a reply until its calls go by it. */
  private static final long NANOS_TO_TAKE_NOTE = 1_000_000;

  /** Larger grants that are remembered; with more, the least of them counts for longer. */
  private static final int MOST = 64;

  /**
   * A grant that a later reply made less.
   *
   * @param order place of that reply
   * @param nanos its time
   */
  private record Larger(long credits, long order, long nanos) {
    boolean isOver(long receivedTo, long now) {
      return (order == SentOrder.NONE || order < receivedTo) && now - nanos > NANOS_TO_TAKE_NOTE;
    }
  }

  private long latest = NOT_KNOWN;

  /** Those that may still count, the largest and earliest first; null until there is one. */
  private @Nullable ArrayDeque<Larger> larger;

  /** Takes what a reply grants. */
  void granted(Send reply, long credits) {
    ArrayDeque<Larger> before = larger;
    if (credits < latest) {
      before = before == null ? new ArrayDeque<>(2) : before;
      larger = before;
      long most = before.size() == MOST ? before.removeLast().credits() : latest;
      before.addLast(new Larger(most, reply.order(), reply.lastNanos()));
    }
    while (before != null && !before.isEmpty() && before.getLast().credits() <= credits) {
      before.removeLast();
    }
    latest = credits;
  }

  /**
   * The most that the sender of a call may have gone by.
   *
   * @param connection tells which replies it is known to have received
   */
  long most(Send call, RdmaConnection connection) {
    ArrayDeque<Larger> before = larger;
    if (before == null || before.isEmpty()) {
      return latest;
    }
    long receivedTo = connection.order(RdmaConnection.opposite(call.side())).receivedTo();
    while (!before.isEmpty() && before.getFirst().isOver(receivedTo, call.firstNanos())) {
      before.removeFirst();
    }
    return before.isEmpty() ? latest : before.getFirst().credits();
  }
}
