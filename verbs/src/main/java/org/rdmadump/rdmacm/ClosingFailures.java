package org.rdmadump.rdmacm;

import java.util.ArrayList;
import java.util.List;

/** Failed calls that should have freed an object. */
final class ClosingFailures {
  /** Failures kept; more would add nothing new. */
  private static final int MOST = 100;

  private final List<RdmaException> failures = new ArrayList<>();

  /** Adds the result of a call if it is a negated errno. */
  synchronized void check(String call, int result) {
    if (result < 0 && failures.size() < MOST) {
      failures.add(new RdmaException(call, -result));
    }
  }

  synchronized List<RdmaException> list() {
    return List.copyOf(failures);
  }
}
