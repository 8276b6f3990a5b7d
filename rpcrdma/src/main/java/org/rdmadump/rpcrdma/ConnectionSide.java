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

  private static final long[] NO_REPLIES = {};

  /** Replies to calls that were not captured, of which it is remembered when they were sent. */
  private static final int MOST_STRAY_REPLIES = 16;

  final RdmaInfo memory;

  /** When the memory was used, as far as is remembered. */
  final MemoryUses uses = new MemoryUses();

  /** Place of the latest call. */
  private long lastCall = SentOrder.NONE;

  private long[] strayReplies = NO_REPLIES;
  private int strayCount;

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

  /** Place of the latest call among the requests of this side; NONE if there was none. */
  long lastCall() {
    return lastCall;
  }

  /** Takes note of a call, whether or not it stays. */
  void called(long order) {
    lastCall = Math.max(lastCall, order);
  }

  /** Takes note of the place of a reply to a call of this side that was not captured. */
  void strayReply(long order) {
    if (strayReplies.length == 0) {
      strayReplies = new long[MOST_STRAY_REPLIES];
    }
    strayReplies[strayCount % MOST_STRAY_REPLIES] = order;
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

  /** Whether there was such a reply between two places. */
  boolean hasStrayReply(long after, long before) {
    for (int i = 0; i < Math.min(strayCount, MOST_STRAY_REPLIES); i++) {
      if (strayReplies[i] > after && strayReplies[i] < before) {
        return true;
      }
    }
    return false;
  }

  void remove(CallInFlight call) {
    if (!calls.isEmpty()) {
      calls.remove(CounterHash.of(call.xid), call);
    }
  }

  /** All of them, in the order in which they were made. */
  List<CallInFlight> all() {
    return new ArrayList<>(calls.values());
  }
}
