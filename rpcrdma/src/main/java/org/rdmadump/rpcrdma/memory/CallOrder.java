package org.rdmadump.rpcrdma.memory;

import org.rdmadump.rdma.SentOrder;

/**
 * What is known of the order of one side's calls beside those in flight: how long ago one was sent
 * of which nothing more is captured, and when replies were sent to calls that were not captured.
 */
public final class CallOrder {
  /** Calls of which one that was not captured, or what moved for it, may come among the next. */
  private static final int MOST_BEHIND = 64;

  /** Before all places that were captured. */
  private static final long BEGIN = 0;

  private static final long[] NO_REPLIES = {};

  /** Replies to calls that were not captured, of which it is remembered when they were sent. */
  private static final int MOST_STRAY_REPLIES = 16;

  /** Place of a call that {@link #MOST_BEHIND} or more calls are behind. */
  private long longAgo = SentOrder.NONE;

  /** The next one of these. */
  private long mark = BEGIN;

  private int behindMark;

  private long[] strayReplies = NO_REPLIES;
  private int strayCount;

  /** Of which of them it is not known what memory they list, a bit for each. */
  private int unlisted;

  /**
   * A place so long ago that what moved for a call before it is not captured now; NONE if nothing
   * is known of this side.
   */
  long longAgo() {
    return longAgo;
  }

  /** Takes note of a call, whether or not it stays. */
  public void called(long order) {
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
  public void strayReply(long order, boolean listed) {
    if (strayReplies.length == 0) {
      strayReplies = new long[MOST_STRAY_REPLIES];
    }
    int at = strayCount % MOST_STRAY_REPLIES;
    strayReplies[at] = order;
    unlisted = listed ? (unlisted & ~(1 << at)) : (unlisted | (1 << at));
    strayCount++;
  }

  /** Takes note that the call to such a reply was captured behind it. */
  public void callCameLate(long reply) {
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
  public void join(CallOrder other) {
    longAgo = Math.max(longAgo, other.longAgo);
    mark = Math.max(mark, other.mark);
    for (int i = 0; i < Math.min(other.strayCount, MOST_STRAY_REPLIES); i++) {
      strayReply(other.strayReplies[i], ((other.unlisted >> i) & 1) == 0);
    }
  }
}
