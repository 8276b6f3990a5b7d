package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.memory.PagePool;

/**
 * The Sends of a connection that arrived and are not settled, and what is charged for them and for
 * its tables of memory.
 */
public final class ArrivedSends {
  /** What an operation holds that is listed of a segment. */
  private static final int OPERATION_COST = 150;

  /** What one holds besides that has no advertisement. */
  private static final int UNKNOWN_COST = 400;

  /**
   * What a listed segment holds in the header of a Send that is not settled; a call has its own.
   */
  private static final int LISTED_COST = 100;

  private final PagePool pages;
  private final ConnectionSides sides;

  private final ArrayList<ArrivedSend> waiting = new ArrayList<>(0);

  /** Segments that those list which are no calls. */
  private long listed;

  private long charged;
  private boolean closed;

  public ArrivedSends(PagePool pages, ConnectionSides sides) {
    this.pages = pages;
    this.sides = sides;
  }

  public List<ArrivedSend> all() {
    return waiting;
  }

  public void add(ArrivedSend message) {
    waiting.add(message);
    lists(message.listed());
  }

  /** The message of a Send; null if it is none. */
  public @Nullable ArrivedSend find(Send send) {
    int at = indexOf(send);
    return at < 0 ? null : waiting.get(at);
  }

  /** Takes the message of a Send out; null if it is none. */
  public @Nullable ArrivedSend remove(Send send) {
    int at = indexOf(send);
    if (at < 0) {
      return null;
    }
    ArrivedSend message = waiting.remove(at);
    if (!closed) {
      lists(-message.listed());
    }
    return message;
  }

  private void lists(int more) {
    if (more != 0) {
      listed += more;
      charge();
    }
  }

  /** Sends are told apart by identity: each is one message on the wire. */
  @SuppressWarnings("ReferenceEquality")
  private int indexOf(Send send) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).send() == send) {
        return i;
      }
    }
    return -1;
  }

  /** The reply to a call that was captured behind it; null if there is none. */
  public @Nullable ArrivedSend replyTo(Send send, ParsedHeader parsed) {
    for (int i = 0; i < waiting.size(); i++) {
      ArrivedSend message = waiting.get(i);
      if (message.role() == MessageRole.REPLY
          && message.send().side() != send.side()
          && message.send().order() != SentOrder.NONE
          && message.parsed().xid() == parsed.xid()) {
        return message;
      }
    }
    return null;
  }

  /** Lets go of a call that was given up before its Send was settled. */
  public void forget(CallInFlight call) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).begins(call)) {
        waiting.set(i, waiting.get(i).withoutCall());
        return;
      }
    }
  }

  /** Charges what all that holds more or less than when that was last done. */
  public void charge() {
    long now =
        cost(sides.get(RdmaConnection.FIRST))
            + cost(sides.get(RdmaConnection.SECOND))
            + listed * LISTED_COST;
    if (now != charged) {
      pages.charge(now - charged);
      charged = now;
    }
  }

  private static long cost(ConnectionSide side) {
    return side.hasMemory()
        ? (long) side.memory().operations() * OPERATION_COST
            + (long) side.memory().unadvertised().operations() * UNKNOWN_COST
        : 0;
  }

  /** Takes over those of the other half of a connection; what they cost is still charged there. */
  public void join(ArrivedSends other) {
    waiting.addAll(other.waiting);
    listed += other.listed;
  }

  /** Gives back what is charged: another half has it now. */
  public void release() {
    closed = true;
    pages.give(charged);
  }

  /** Charges nothing more for Sends; those that are left are settled. */
  public void close() {
    closed = true;
    listed = 0;
    charge();
  }
}
