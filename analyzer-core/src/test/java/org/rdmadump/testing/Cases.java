package org.rdmadump.testing;

import java.util.stream.LongStream;

/**
 * How many random cases a test draws: the same ones in every build, and ten times as many with
 * {@code -Drdmadump.long}, the usual ones among them.
 */
public final class Cases {
  private static final int TIMES = Boolean.getBoolean("rdmadump.long") ? 10 : 1;
  private static final int SEEDS = 8;

  private Cases() {}

  /**
   * {@return how many cases to draw}
   *
   * @param usual how many in a build
   */
  public static int atLeast(int usual) {
    return TIMES * usual;
  }

  /** {@return seeds from 1 on, eight in a build} */
  public static LongStream seeds() {
    return LongStream.rangeClosed(1, atLeast(SEEDS));
  }
}
