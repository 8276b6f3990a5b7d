package org.rdmadump.rpcrdma.decode;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * Calls whose memory others have since, and of which the reply would tell that all bytes were seen:
 * it may just be captured late.
 */
final class ReplacedCalls {
  /** Calls behind one of them, among which its reply may be captured. */
  private static final int MOST_BEHIND = 16;

  // Absent until there is one: there may be ten thousand of these.
  private @Nullable Deque<Replaced> waiting;

  private long called;

  /**
   * A call that waits for its reply.
   *
   * @param at how many calls were there then
   */
  private record Replaced(CallInFlight call, long at) {}

  /** Takes note of one more call of the connection. */
  void called() {
    called++;
  }

  /**
   * Takes a call, if it certainly waits for its reply, or all bytes of its Read segments were seen
   * unless some are of another call.
   *
   * @return whether it waits
   */
  boolean awaits(CallInFlight call) {
    boolean open = call.memory().window().isSurelyOpen();
    for (RdmaSegment segment : call.memory().reads) {
      if (!open && segment.known() < segment.length()) {
        return false;
      }
    }
    await(call);
    return true;
  }

  private void await(CallInFlight call) {
    if (waiting == null) {
      waiting = new ArrayDeque<>(1);
    }
    waiting.add(new Replaced(call, called));
  }

  /** Hands over one that has waited for too long; null if there is none. */
  @Nullable CallInFlight overdue() {
    while (waiting != null && !waiting.isEmpty() && waiting.peek().at <= called - MOST_BEHIND) {
      CallInFlight call = waiting.remove().call;
      if (!call.isForgotten() && !call.memory().window().isSurelyOpen()) {
        return call;
      }
    }
    return null;
  }

  /** Takes over those of the other half of a connection. */
  void join(ReplacedCalls other) {
    if (other.waiting != null) {
      other.waiting.forEach(each -> await(each.call));
    }
  }
}
