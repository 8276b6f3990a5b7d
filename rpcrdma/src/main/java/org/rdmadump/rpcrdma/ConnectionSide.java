package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.SentOrder;

/** What one side of a connection has under way: its calls, and the memory that they advertise. */
final class ConnectionSide {
  private static final int FEW = 2;

  /** Calls of which one that was not captured, or what moved for it, may come among the next. */
  private static final int MOST_BEHIND = 64;

  /** Before all places that were captured. */
  private static final long BEGIN = 0;

  private static final long[] NO_REPLIES = {};

  /** Replies to calls that were not captured, of which it is remembered when they were sent. */
  private static final int MOST_STRAY_REPLIES = 16;

  final RdmaInfo memory;

  /** When the memory was used, as far as is remembered. */
  final MemoryUses uses = new MemoryUses();

  /** Place of a call that {@link #MOST_BEHIND} or more calls are behind. */
  private long longAgo = SentOrder.NONE;

  /** The next one of these. */
  private long mark = BEGIN;

  private int behindMark;

  private long[] strayReplies = NO_REPLIES;
  private int strayCount;

  /** Of which of them it is not known what memory they list, a bit for each. */
  private int unlisted;

  /** Immutable and empty until the first call, as one side of most connections never calls. */
  private Map<Integer, CallInFlight> calls = Map.of();

  ConnectionSide(PagePool pages) {
    this.memory = new RdmaInfo(pages);
  }

  @Nullable CallInFlight call(int xid) {
    return calls.get(CounterHash.of(xid));
  }

  void add(CallInFlight call) {
    if (calls.isEmpty()) {
      calls = new LinkedHashMap<>(FEW);
    }
    calls.put(CounterHash.of(call.xid), call);
  }

  /**
   * A place so long ago that what moved for a call before it is not captured now; NONE if nothing
   * is known of this side.
   */
  long longAgo() {
    return longAgo;
  }

  /** Takes note of a call, whether or not it stays. */
  void called(long order) {
    longAgo = Math.max(longAgo, BEGIN);
    behindMark++;
    if (behindMark == MOST_BEHIND) {
      behindMark = 0;
      longAgo = mark;
      mark = order;
    }
  }

  /**
   * Takes note of a reply to a call of this side that was not captured.
   *
   * @param order its place
   * @param listed whether it is known what memory it lists
   */
  void strayReply(long order, boolean listed) {
    if (strayReplies.length == 0) {
      strayReplies = new long[MOST_STRAY_REPLIES];
    }
    int at = strayCount % MOST_STRAY_REPLIES;
    strayReplies[at] = order;
    unlisted = listed ? (unlisted & ~(1 << at)) : (unlisted | (1 << at));
    strayCount++;
  }

  /** Takes note that the call to such a reply was captured behind it. */
  void callCameLate(long reply) {
    for (int i = 0; i < Math.min(strayCount, MOST_STRAY_REPLIES); i++) {
      if (strayReplies[i] == reply) {
        strayReplies[i] = SentOrder.NONE;
      }
    }
  }

  /**
   * Whether there was such a reply between two places.
   *
   * @param unlistedOnly whether only those count of which it is not known what they list
   */
  boolean hasStrayReply(long after, long before, boolean unlistedOnly) {
    for (int i = 0; i < Math.min(strayCount, MOST_STRAY_REPLIES); i++) {
      if (strayReplies[i] > after
          && strayReplies[i] < before
          && !(unlistedOnly && ((unlisted >> i) & 1) == 0)) {
        return true;
      }
    }
    return false;
  }

  /** Takes over what the other half of a connection, now joined, knows of this side. */
  void join(ConnectionSide other) {
    memory.absorb(other.memory);
    uses.join(other.uses);
    longAgo = Math.max(longAgo, other.longAgo);
    mark = Math.max(mark, other.mark);
    for (int i = 0; i < Math.min(other.strayCount, MOST_STRAY_REPLIES); i++) {
      strayReply(other.strayReplies[i], ((other.unlisted >> i) & 1) == 0);
    }
    for (CallInFlight call : other.all()) {
      add(call);
    }
  }

  void remove(CallInFlight call) {
    if (!calls.isEmpty()) {
      calls.remove(CounterHash.of(call.xid), call);
    }
  }

  /** All of them, in the order in which they were made. */
  List<CallInFlight> all() {
    return calls.isEmpty() ? List.of() : new ArrayList<>(calls.values());
  }
}
