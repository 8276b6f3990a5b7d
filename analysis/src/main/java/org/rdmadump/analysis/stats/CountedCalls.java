package org.rdmadump.analysis.stats;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Calls that were counted last, by the numbers of their messages. Those without results are kept
 * apart from the many that have some: they are what is sent again later.
 */
final class CountedCalls {
  private static final int MOST_CALLS = 4096;

  private final Set<Long> ended = new LinkedHashSet<>();
  private final Set<Long> open = new LinkedHashSet<>();

  /**
   * Takes in a call.
   *
   * @param number of its message; of a repeat that of the first
   * @param withResults whether it had results
   * @return whether it is new
   */
  boolean add(long number, boolean withResults) {
    if (ended.contains(number) || open.contains(number)) {
      return false;
    }
    Set<Long> calls = withResults ? ended : open;
    if (calls.size() == MOST_CALLS) {
      calls.remove(calls.iterator().next());
    }
    return calls.add(number);
  }
}
