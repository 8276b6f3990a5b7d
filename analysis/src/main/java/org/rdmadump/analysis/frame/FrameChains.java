package org.rdmadump.analysis.frame;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Numbers of frames in chains, each from the newest to the oldest. All chains share one ring of
 * numbers: a number that is put in when it is full takes the place of the one that was put in
 * first, at which its chain then ends.
 */
final class FrameChains {
  /** The end of a chain; a chain that is empty is this. */
  static final long END = 0;

  /** Numbers that are kept at most, of all chains together. */
  static final int MOST = 1 << 18;

  private static final int FIRST_CAPACITY = 64;

  private long[] frames = new long[FIRST_CAPACITY];
  private long[] before = new long[FIRST_CAPACITY];
  private long count;

  /**
   * Puts a number in front of a chain.
   *
   * @param chain the chain, or {@link #END}
   * @return the chain with it
   */
  long add(long chain, long frame) {
    if (count == frames.length && count < MOST) {
      frames = Arrays.copyOf(frames, 2 * frames.length);
      before = Arrays.copyOf(before, 2 * before.length);
    }
    int at = (int) (count % frames.length);
    frames[at] = frame;
    before[at] = chain;
    count++;
    return count;
  }

  /** Takes the numbers of a chain, as far as they are kept. */
  void each(long chain, LongConsumer to) {
    long at = chain;
    while (at > END && at > count - frames.length) {
      int index = (int) ((at - 1) % frames.length);
      to.accept(frames[index]);
      at = before[index];
    }
  }
}
