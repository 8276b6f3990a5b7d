package org.rdmadump.analysis.stats;

/** How many of something there were each time: how often, how many in all, and the most. */
public final class Spread {
  private long times;
  private long sum;
  private long most;

  /** Never so far. */
  public Spread() {}

  void add(long count) {
    times++;
    sum += count;
    most = Math.max(most, count);
  }

  /** {@return how often} */
  public long times() {
    return times;
  }

  /** {@return how many in all} */
  public long sum() {
    return sum;
  }

  /** {@return the most at once} */
  public long most() {
    return most;
  }

  /** {@return the mean in hundredths, rounded to the nearest; 0 if it never happened} */
  public long meanHundredths() {
    return times == 0 ? 0 : (100 * sum + times / 2) / times;
  }
}
