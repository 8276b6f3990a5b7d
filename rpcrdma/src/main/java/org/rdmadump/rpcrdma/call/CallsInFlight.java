package org.rdmadump.rpcrdma.call;

import org.rdmadump.net.IpAddress;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rpcrdma.CallStructure;
import org.rdmadump.rpcrdma.memory.PagePool;

/**
 * The calls of a run that wait for their replies, over all connections. When they are too many or
 * hold too much, the oldest is given up.
 */
public final class CallsInFlight {
  private static final int MOST_CALLS = 1 << 14;
  private static final long MOST_BYTES = 16L << 20;

  /** What a call holds beside its Send, roughly. */
  private static final int FIXED_COST = 700;

  private static final int SEGMENT_COST = 400;

  /** Calls that are given up for one that comes while the budget is overdrawn. */
  private static final int MOST_FOR_ONE = 2;

  /** Calls that are looked at when a connection is new. */
  private static final int MOST_LOOKED_AT = 128;

  private final PagePool pages;
  private final int mostCalls;
  private final long mostBytes;
  private final UseOrder<CallInFlight> calls = new UseOrder<>();
  private long bytes;
  private long evicted;
  private long evictedForMemory;

  CallsInFlight(PagePool pages) {
    this(pages, MOST_CALLS, MOST_BYTES);
  }

  CallsInFlight(PagePool pages, int mostCalls, long mostBytes) {
    this.pages = pages;
    this.mostCalls = mostCalls;
    this.mostBytes = mostBytes;
  }

  /** Takes a call in; gives up older ones until it fits. */
  public void add(CallInFlight call, CallOwner owner) {
    call.cost(cost(call.memory().count()) + call.send.payload().present());
    call.owner = owner;
    calls.use(call);
    bytes += call.cost();
    pages.charge(call.cost());
    makeRoom();
  }

  /** Notes that a call holds more than before; gives up old ones until that fits. */
  public void grow(CallInFlight call, long by) {
    shrink(call, -by);
    makeRoom();
  }

  private void makeRoom() {
    while ((bytes > mostBytes || calls.size() > mostCalls) && evictOldest()) {
      evicted++;
    }
    // It may be connections that hold the budget; these go when the next one comes.
    for (int i = 0; i < MOST_FOR_ONE && pages.isOver() && evictOldest(); i++) {
      evictedForMemory++;
    }
  }

  /** What a message holds that lists so many segments, beside the bytes of its Send. */
  public static long cost(int segments) {
    return FIXED_COST + (long) SEGMENT_COST * segments;
  }

  /** What a call that came again holds until it is handed out. */
  public static long cost(CallInFlight.Repeat repeat) {
    return cost(repeat.parsed().segments()) + repeat.send().payload().present();
  }

  /** Gives up the oldest call, unless it is the only one. */
  private boolean evictOldest() {
    if (calls.size() < 2) {
      return false;
    }
    CallInFlight call = calls.oldest();
    CallOwner owner = call.owner;
    if (owner != null) {
      owner.evict(call);
    }
    return true;
  }

  /**
   * Tells of those that other connections between the same addresses carried, and that were handed
   * out, as far as they are among the latest ones.
   */
  public void tellOfOthers(IpAddress client, IpAddress server, UnansweredCalls to) {
    if (calls.isEmpty()) {
      return;
    }
    CallInFlight call = calls.newest();
    for (int i = 0; i < Math.min(MOST_LOOKED_AT, calls.size()); i++) {
      HandedOut message = call.handedOut();
      CallOwner owner = call.owner;
      if (message != null
          && owner != null
          && message.route().source().address().equals(client)
          && message.route().destination().address().equals(server)) {
        to.inFlight(call, owner);
      }
      call = call.olderOr(call);
    }
  }

  /**
   * Whether a call may keep so many bytes until its reply. Long ones leave half of the room to
   * others, so that no call and no page is given up for them.
   */
  boolean hasRoomFor(long more) {
    return more <= CallStructure.SHORT || (bytes + more <= mostBytes / 2 && pages.leavesHalf(more));
  }

  /** Notes that a call holds less than before, or more if {@code by} is negative. */
  public void shrink(CallInFlight call, long by) {
    if (call.owner != null) {
      call.cost(call.cost() - by);
      bytes -= by;
      pages.give(by);
    }
  }

  public void remove(CallInFlight call) {
    if (call.owner != null) {
      call.leave();
      call.owner = null;
      bytes -= call.cost();
      pages.give(call.cost());
    }
  }

  /** Notes that a call now belongs to another connection object. */
  public void move(CallInFlight call, CallOwner owner) {
    if (call.owner != null) {
      call.owner = owner;
    }
  }

  /** Calls that were given up because there were too many or they held too much. */
  public long evicted() {
    return evicted;
  }

  /** Calls that were given up because what is held in all was too much. */
  public long evictedForMemory() {
    return evictedForMemory;
  }
}
