package org.rdmadump.ib.qp;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was seen how often, by name; with too many names, all others are one. */
final class NamedCounts {
  /** Different names that are counted. */
  static final int MOST = 64;

  private static final String OTHERS = "others";

  private final Map<String, Long> seen = new LinkedHashMap<>();
  private long others;

  /** Counts one. */
  void add(String name) {
    if (seen.size() < MOST || seen.containsKey(name)) {
      seen.merge(name, 1L, Long::sum);
    } else {
      others++;
    }
  }

  /** {@return how many there were by name, in the order in which they came first} */
  Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>(seen);
    if (others != 0) {
      counts.merge(OTHERS, others, Long::sum);
    }
    return counts;
  }
}
