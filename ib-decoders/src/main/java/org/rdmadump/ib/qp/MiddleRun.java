package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Icrc;
import org.rdmadump.rdma.RunSink;

/**
 * Packets in the middle of one operation that follow each other in the capture: they are looked at
 * one by one, and taken together. Nothing else may be decoded before it {@link #end ends}.
 */
final class MiddleRun {
  /** What the next packets are like; absent if there is no run. */
  private @Nullable MiddleTemplate template;

  private @Nullable Flow requester;
  private @Nullable Transfer transfer;
  private @Nullable RunSink sink;
  private int nextPsn;
  private long left;
  private int taken;
  private long frame;
  private long nanos;

  /**
   * Begins, behind a packet that has been taken.
   *
   * @param like what it was like, and those that follow are
   * @param asking whose operation it belongs to
   * @param taker who takes its fragments
   * @param wirePsn the PSN that comes next
   * @param most packets that may be taken
   */
  void begin(
      MiddleTemplate like, Flow asking, Transfer operation, RunSink taker, int wirePsn, long most) {
    template = like;
    requester = asking;
    transfer = operation;
    sink = taker;
    nextPsn = wirePsn;
    left = most;
    taken = 0;
  }

  /** Whether it has begun, and not ended. */
  boolean isOpen() {
    return template != null;
  }

  /** Takes a frame if it goes on with the run; else the run can only be ended. */
  boolean take(Frame next, Icrc icrc) {
    MiddleTemplate like = template;
    if (like == null
        || left == 0
        || !MiddleTemplate.mayFit(next)
        || MiddleTemplate.psn(next) != nextPsn
        || !like.fits(next)
        || !like.isRight(next, icrc)) {
      return false;
    }
    nextPsn = PsnSequence.onWire(nextPsn + 1L);
    left--;
    taken++;
    frame = next.number();
    nanos = next.epochNanos();
    return true;
  }

  /** Ends, if it has begun, and hands on what was taken; returns how many packets that are. */
  int end(IcrcTally icrcs) {
    MiddleTemplate like = template;
    Flow asking = requester;
    Transfer operation = transfer;
    RunSink taker = sink;
    template = null;
    requester = null;
    transfer = null;
    sink = null;
    if (like == null || asking == null || operation == null || taker == null || taken == 0) {
      return 0;
    }
    icrcs.right(like.sender(), taken);
    like.flow().traffic().packets(taken, (long) taken * like.payload(), frame, nanos);
    asking.continueRun(operation, taker, like.isResponse(), taken, frame, nanos);
    return taken;
  }
}
