package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists that are nearly always empty, or have few elements. */
final class ShortLists {
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
}
