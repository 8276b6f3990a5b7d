package org.rdmadump.analysis.stats;

import java.util.Map;
import java.util.TreeMap;

/** How many failed with which status; what there is no room for counts as one status. */
final class ErrorCounts {
  /** Different statuses that are told apart. */
  private static final int MOST = 64;

  private static final String OTHERS = "others";

  private final Map<String, Long> counts = new TreeMap<>();

  /** Takes one. */
  void add(String status) {
    String name = counts.size() < MOST || counts.containsKey(status) ? status : OTHERS;
    counts.merge(name, 1L, Long::sum);
  }

  /** {@return a copy, sorted by status} */
  Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }
}
