package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;

/** What was noticed of a connection and belongs to no message: the next one tells it. */
public final class StrayFindings {
  private static final int MOST = 32;

  private @Nullable List<Finding> waiting;

  /** None. */
  public StrayFindings() {}

  /** {@return whether there is one} */
  public boolean isAny() {
    return waiting != null;
  }

  /** Keeps one for the next message; false, and it is not kept, if too many wait. */
  public boolean add(Finding finding) {
    List<Finding> before = waiting;
    if (before == null) {
      before = new ArrayList<>(1);
      waiting = before;
    }
    return before.size() < MOST && before.add(finding);
  }

  /** Takes one back that turned out not to be so, if it still waits. */
  @SuppressWarnings("ReferenceEquality") // Others may say the same.
  public void withdraw(Finding finding) {
    List<Finding> left = take();
    for (Finding each : left) {
      if (each != finding) {
        add(each);
      }
    }
  }

  /** {@return those that wait; none does then} */
  public List<Finding> take() {
    List<Finding> taken = waiting;
    waiting = null;
    return taken == null ? new ArrayList<>(0) : taken;
  }
}
