package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;

/** Calls that were to give something back, and failed. */
final class ClosingFailures {
  /** More say nothing new. */
  private static final int MOST = 100;

  private final List<RdmaException> failures = new ArrayList<>();

  /** Takes note of what a call returned: 0, or a negated errno. */
  synchronized void check(String call, int result) {
    if (result < 0 && failures.size() < MOST) {
      failures.add(new RdmaException(call, -result));
    }
  }

  synchronized List<RdmaException> list() {
    return List.copyOf(failures);
  }
}
