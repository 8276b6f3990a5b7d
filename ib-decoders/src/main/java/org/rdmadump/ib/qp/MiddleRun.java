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
  /** Packets that are taken at once at most, so that whoever waits for them can interrupt it. */
  private static final int MOST = 256;

  /** What the next packets are like; absent if there is no run. */
  private @Nullable MiddleTemplate template;

  private @Nullable Requester requester;
  private @Nullable Transfer transfer;
  private @Nullable RunSink sink;
  private int nextPsn;
  private long left;
  private int taken;

  /** CRC-32 of the payload of each packet that was taken. */
  private final int[] checksums = new int[MOST];

  private long frame;
  private long nanos;

  /**
   * Begins behind a packet that was taken the short way, unless packets that follow may have
   * consequences, and are to be taken one by one.
   *
   * @param like what the packet was like
   * @param asking whose operation it belongs to
   */
  void begin(MiddleTemplate like, Requester asking) {
    boolean response = like.isResponse();
    TransferRing among = response ? asking.reads() : asking.writes();
    Transfer operation = among == null ? null : among.latest();
    if (operation == null || !(operation.sink instanceof RunSink taker)) {
      return;
    }
    PsnSequence sequence = asking.sequence();
    if (response ? !asking.isSettledBefore(operation.endPsn()) : !sequence.isInOrder()) {
      return;
    }
    long next = response ? operation.nextResponse() : sequence.expected();
    long most = Math.min(MOST, operation.middlesFrom(next, like.payload()));
    if (most != 0) {
      most = Math.min(most, taker.room(operation.addressOf(next)) / like.payload());
    }
    if (most == 0) {
      return;
    }
    template = like;
    requester = asking;
    transfer = operation;
    sink = taker;
    nextPsn = PsnSequence.onWire(next);
    left = most;
    taken = 0;
  }

  /** Whether it has begun, and not ended. */
  boolean isOpen() {
    return template != null;
  }

  /** Whether the last frame was taken, and told nothing yet. */
  boolean isGoing() {
    return template != null && taken > 0;
  }

  /** Whether no packet may be taken any more. */
  boolean isFull() {
    return left == 0;
  }

  /** Takes a frame if it goes on with the run; else the run can only be ended. */
  boolean take(Frame next, Icrc icrc) {
    MiddleTemplate like = template;
    if (like == null
        || !MiddleTemplate.mayFit(next)
        || MiddleTemplate.psn(next) != nextPsn
        || !like.fits(next)
        || !like.isRight(next, icrc)) {
      return false;
    }
    nextPsn = PsnSequence.onWire(nextPsn + 1L);
    left--;
    checksums[taken] = like.payloadSum();
    taken++;
    frame = next.number();
    nanos = next.epochNanos();
    return true;
  }

  /** Ends, if it has begun, and hands on what was taken; returns how many packets that are. */
  int end(IcrcTally icrcs) {
    MiddleTemplate like = template;
    Requester asking = requester;
    Transfer operation = transfer;
    RunSink taker = sink;
    template = null;
    requester = null;
    transfer = null;
    sink = null;
    if (like == null || asking == null || operation == null || taker == null || taken == 0) {
      return 0;
    }
    like.count(taken, icrcs);
    like.flow().traffic().packets(taken, (long) taken * like.payload(), frame, nanos);
    handOn(operation, taker, asking, like.isResponse());
    return taken;
  }

  private void handOn(Transfer operation, RunSink taker, Requester asking, boolean response) {
    long first = response ? operation.nextResponse() : asking.sequence().expected();
    long last = first + taken - 1;
    if (response) {
      operation.respondNext(taken);
    } else {
      asking.sequence().takeRun(taken);
    }
    long address = operation.addressOf(first);
    taker.fragments(
        address,
        operation.addressOf(last + 1) - address,
        checksums,
        taken,
        PsnSequence.onWire(last),
        frame,
        nanos);
    if (response) {
      asking.answered(nanos);
      asking.acknowledged(last, frame);
    }
  }
}
