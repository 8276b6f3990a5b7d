package org.rdmadump.rpcrdma;

import java.util.List;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.nfs.NfsRules;

/** A number in arguments or results that says how many bytes the item behind it has. */
public final class ItemCount {
  private static final long NONE = -1;

  private long value = NONE;

  /** Makes a number that is not known yet. */
  public ItemCount() {}

  public void is(long count) {
    value = count;
  }

  /** Compares the number, if there was one since the last item, with the item's length word. */
  public void compare(long length, long frame, List<Finding> findings) {
    if (value != NONE && value != length) {
      findings.add(
          new Finding(
              NfsRules.COUNT_DIFFERS,
              frame,
              -1,
              "count of " + value + " before data of " + Counted.of(length, "byte")));
    }
    value = NONE;
  }
}
