package org.rdmadump.analysis.ends;

import org.rdmadump.analysis.stats.Durations;

/** How long packets of one way took from one capture to the other. */
public final class OneWayDelays {
  private final Durations delays = new Durations();
  private long least = Long.MAX_VALUE;

  void add(long nanos) {
    delays.add(nanos);
    least = Math.min(least, nanos);
  }

  /** {@return the delays; those below 0, by less than the bound of the clocks, count as 0} */
  public Durations delays() {
    return delays;
  }

  /** {@return the least one in nanoseconds, below 0 by no more than that bound; 0 if none} */
  public long least() {
    return delays.count() == 0 ? 0 : least;
  }
}
