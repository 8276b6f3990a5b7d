package org.rdmadump.rpcrdma.review;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaHeader;

/**
 * Messages that were meant for calls and cannot be read as such, until they are answered: what
 * memory they advertise is not known. Of most connections there is none.
 */
public final class UnreadCalls {
  /** Those that wait at a time; the oldest is forgotten for another one. */
  private static final int MOST = 64;

  private record Unread(int side, int xid) {}

  private List<Unread> waiting = List.of();

  /** None yet. */
  public UnreadCalls() {}

  /** {@return whether a message that is neither call nor answer may be meant for a call} */
  public static boolean mayBeCall(RpcRdmaHeader header) {
    return header.procedure().orElse(null) != RdmaProcedure.RDMA_DONE;
  }

  /** Takes one that a side sent. */
  public void add(int side, int xid) {
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(1);
    } else if (waiting.size() == MOST) {
      waiting.remove(0);
    }
    waiting.add(new Unread(side, xid));
  }

  /** Takes note of an answer to what a side sent. */
  public void answered(int side, int xid) {
    if (!waiting.isEmpty()) {
      waiting.remove(new Unread(side, xid));
    }
  }

  /** {@return whether one of a side waits, so that any memory may be its own} */
  public boolean isAny(int side) {
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).side == side) {
        return true;
      }
    }
    return false;
  }
}
