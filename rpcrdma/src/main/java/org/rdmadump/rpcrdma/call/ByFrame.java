package org.rdmadump.rpcrdma.call;

import java.util.Comparator;
import org.rdmadump.finding.Finding;

/** Findings in the order of their frames. */
final class ByFrame implements Comparator<Finding> {
  static final ByFrame ORDER = new ByFrame();

  private ByFrame() {}

  @Override
  public int compare(Finding one, Finding other) {
    return Long.compare(one.frame(), other.frame());
  }
}
