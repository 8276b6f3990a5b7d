package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.rdmadump.finding.Finding;

/** Lists that are nearly always empty, or have few elements. */
final class ShortLists {
  static final Comparator<Finding> BY_FRAME = new ByFrame();

  private static final class ByFrame implements Comparator<Finding> {
    @Override
    public int compare(Finding one, Finding other) {
      return Long.compare(one.frame(), other.frame());
    }
  }

  private ShortLists() {}

  /** {@return an immutable copy} */
  static <T> List<T> copy(List<T> list) {
    return switch (list.size()) {
      case 0 -> Collections.emptyList();
      case 1 -> List.of(list.get(0));
      case 2 -> List.of(list.get(0), list.get(1));
      case 3 -> List.of(list.get(0), list.get(1), list.get(2));
      default -> List.copyOf(list);
    };
  }

  /** Adds to a list that is immutable while it is empty. */
  static <T> List<T> with(List<T> list, T more) {
    List<T> longer = list.isEmpty() ? new ArrayList<>(1) : list;
    longer.add(more);
    return longer;
  }

  /** The same of findings that are in the order of their frames, in which they stay. */
  static List<Finding> byFrame(List<Finding> findings, Finding more) {
    List<Finding> longer = findings.isEmpty() ? new ArrayList<>(1) : findings;
    int at = longer.size();
    while (at > 0 && longer.get(at - 1).frame() > more.frame()) {
      at--;
    }
    longer.add(at, more);
    return longer;
  }
}
