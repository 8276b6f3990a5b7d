package org.rdmadump.analysis.frame;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Frames that wait until it is known which messages they belong to, so that they are handed out in
 * the order in which they were captured: one holds up those behind it. None is held longer than
 * limits allow, nor for a message that need never be known.
 */
final class HeldFrames {
  /** Frames at most. */
  static final int MOST_FRAMES = 32_768;

  private final ArrayDeque<FrameRecord> frames = new ArrayDeque<>();
  private final FrameSink sink;
  private final long patienceNanos;
  private final long mostBytes;
  private long bytes;
  private long unsettled;

  // The queue by number, a ring, as numbers follow each other.
  private final @Nullable FrameRecord[] byNumber = new FrameRecord[MOST_FRAMES];

  /**
   * An empty queue.
   *
   * @param patienceNanos how long a frame waits at most, in the time of the capture
   * @param mostBytes memory at most, as {@link FrameRecord#charge} counts
   */
  HeldFrames(FrameSink sink, long patienceNanos, long mostBytes) {
    this.mostBytes = mostBytes;
    this.sink = sink;
    this.patienceNanos = patienceNanos;
  }

  /** Takes the next frame. */
  void add(FrameRecord frame) {
    if (frames.size() == MOST_FRAMES) {
      release(/* atEnd= */ false);
    }
    frames.addLast(frame);
    byNumber[slot(frame.number())] = frame;
  }

  private static int slot(long number) {
    return (int) (number & MOST_FRAMES - 1);
  }

  /** The frame of that number, if it still waits. */
  @Nullable FrameRecord find(long number) {
    FrameRecord found = byNumber[slot(number)];
    return found != null && found.number() == number ? found : null;
  }

  /** The last frame that was taken is complete: hands out what need not wait, or may not. */
  void settle(FrameRecord last) {
    bytes += last.charge(this);
    while (!frames.isEmpty() && (frames.getFirst().isSettled() || mustGo(last))) {
      release(/* atEnd= */ false);
    }
  }

  /**
   * Whether a frame that waits may hold so much more. One packet can tell of many frames at once,
   * so a little beyond what is let wait is taken, and what is beyond that is left out of the frame.
   */
  boolean takes(int cost) {
    if (bytes + cost > mostBytes + mostBytes / 4) {
      return false;
    }
    bytes += cost;
    return true;
  }

  private boolean mustGo(FrameRecord last) {
    return bytes > mostBytes
        || Math.abs(last.epochNanos() - frames.getFirst().epochNanos()) > patienceNanos;
  }

  private void release(boolean atEnd) {
    FrameRecord first = frames.removeFirst();
    byNumber[slot(first.number())] = null;
    bytes -= first.charged();
    first.finish(atEnd);
    if (first.isUnsettled()) {
      unsettled++;
    }
    sink.frame(first);
    first.forget();
  }

  /** Hands out all that waits: nothing more becomes known. */
  void finish() {
    while (!frames.isEmpty()) {
      release(/* atEnd= */ true);
    }
  }

  /** Frames that were handed out before it was known whether they belong to a message. */
  long unsettled() {
    return unsettled;
  }
}
