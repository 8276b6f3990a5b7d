package org.rdmadump.order;

/**
 * Whether answers that were captured before anything that they answer show that some of that was
 * sent since the first of them, and so is not in the capture. What was on its way when a capture
 * began is answered soon.
 *
 * <pre>{@code
 * SentSince sent = new SentSince(first.epochNanos());
 * sent.answered(next.epochNanos());
 * }</pre>
 */
public final class SentSince {
  /** Longer than any answer takes. */
  private static final long LONGEST_NANOS = 1_000_000_000;

  /** Longer than several answers take; TCP delays one by 200 ms at most. */
  private static final long USUAL_NANOS = 200_000_000;

  private static final int SEVERAL = 8;

  private final long firstNanos;
  private int answers;
  private boolean certain;

  /**
   * Nothing so far.
   *
   * @param firstNanos when the first answer was captured, in nanoseconds since 1970
   */
  public SentSince(long firstNanos) {
    this.firstNanos = firstNanos;
  }

  /**
   * Takes an answer to more than those before it.
   *
   * @param nanos when it was captured
   */
  public void answered(long nanos) {
    answers++;
    certain |= nanos - firstNanos > (answers < SEVERAL ? LONGEST_NANOS : USUAL_NANOS);
  }

  /** {@return whether something was sent since the first answer} */
  public boolean isCertain() {
    return certain;
  }
}
