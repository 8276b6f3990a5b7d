package org.rdmadump.rpcrdma;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls of a run that wait for their replies, over all connections. When they are too many or
 * hold too much, the oldest is given up.
 */
final class CallsInFlight {
  private static final int MOST_CALLS = 1 << 14;
  private static final long MOST_BYTES = 16L << 20;

  /** What a call holds beside its Send, roughly. */
  private static final int FIXED_COST = 1000;

  private static final int SEGMENT_COST = 250;

  /** Calls that are given up for one that comes while the budget is overdrawn. */
  private static final int MOST_FOR_ONE = 2;

  private final Map<CallInFlight, RpcRdmaConnection> owners = new LinkedHashMap<>();
  private final PagePool pages;
  private final int mostCalls;
  private final long mostBytes;
  private long bytes;
  private long evicted;

  CallsInFlight(PagePool pages) {
    this(pages, MOST_CALLS, MOST_BYTES);
  }

  CallsInFlight(PagePool pages, int mostCalls, long mostBytes) {
    this.pages = pages;
    this.mostCalls = mostCalls;
    this.mostBytes = mostBytes;
  }

  /** Takes a call in; gives up older ones until it fits. */
  void add(CallInFlight call, RpcRdmaConnection owner) {
    call.cost(
        FIXED_COST + call.send.payload().length() + (long) SEGMENT_COST * call.segments().size());
    owners.put(call, owner);
    bytes += call.cost();
    pages.charge(call.cost());
    while ((bytes > mostBytes || owners.size() > mostCalls) && owners.size() > 1) {
      evictOldest();
    }
    // It may be connections that hold the budget; these go when the next one comes.
    for (int i = 0; i < MOST_FOR_ONE && pages.isOver() && owners.size() > 1; i++) {
      evictOldest();
    }
  }

  private void evictOldest() {
    Map.Entry<CallInFlight, RpcRdmaConnection> oldest = owners.entrySet().iterator().next();
    evicted++;
    oldest.getValue().evict(oldest.getKey());
  }

  /** Notes that a call holds less than before. */
  void shrink(CallInFlight call, long by) {
    if (owners.containsKey(call)) {
      call.cost(call.cost() - by);
      bytes -= by;
      pages.give(by);
    }
  }

  void remove(CallInFlight call) {
    if (owners.remove(call) != null) {
      bytes -= call.cost();
      pages.give(call.cost());
    }
  }

  /** Notes that a call now belongs to another connection object. */
  void move(CallInFlight call, RpcRdmaConnection owner) {
    owners.replace(call, owner);
  }

  long evicted() {
    return evicted;
  }
}
