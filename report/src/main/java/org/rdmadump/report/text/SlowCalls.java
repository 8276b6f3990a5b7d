package org.rdmadump.report.text;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which calls were slow: four times as slow as those of the same operation before, and 1 ms. */
final class SlowCalls {
  private static final int TIMES = 4;
  private static final int LEAST_CALLS = 8;
  private static final long LEAST_NANOS = 1_000_000;
  private static final int MOST_OPERATIONS = 256;

  private final Map<String, Mean> means = new LinkedHashMap<>();

  private static final class Mean {
    private long calls;
    private double nanos;
  }

  /** Takes the time of a call; returns whether it is slow. */
  boolean isSlow(String operation, long nanos) {
    Mean mean = means.computeIfAbsent(operation, unused -> new Mean());
    if (means.size() > MOST_OPERATIONS) {
      means.remove(means.keySet().iterator().next());
    }
    boolean slow = nanos >= LEAST_NANOS && mean.calls >= LEAST_CALLS && nanos > TIMES * mean.nanos;
    mean.calls++;
    mean.nanos += (nanos - mean.nanos) / mean.calls;
    return slow;
  }
}
