package org.rdmadump.report.text;

import java.util.Map;
import org.rdmadump.order.RecentMap;

/** Which calls were slow: four times as slow as those of the same operation before, and 1 ms. */
final class SlowCalls {
  private static final int TIMES = 4;
  private static final int LEAST_CALLS = 8;
  private static final long LEAST_NANOS = 1_000_000;
  private static final int MOST_OPERATIONS = 256;

  private final Map<String, Mean> means = new RecentMap<>(MOST_OPERATIONS);

  private static final class Mean {
    private long calls;
    private double nanos;
  }

  /** Takes the time of a call; returns whether it is slow. */
  boolean isSlow(String operation, long nanos) {
    Mean mean = means.computeIfAbsent(operation, unused -> new Mean());
    boolean slow = nanos >= LEAST_NANOS && mean.calls >= LEAST_CALLS && nanos > TIMES * mean.nanos;
    mean.calls++;
    mean.nanos += (nanos - mean.nanos) / mean.calls;
    return slow;
  }
}
