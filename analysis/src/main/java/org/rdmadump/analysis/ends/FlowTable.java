package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flows by key, up to a limit. */
final class FlowTable {
  /** Flows that are told apart; packets of others are not compared. */
  static final int MOST = 1 << 16;

  private static final int SLOTS = 2 * MOST;

  private final @Nullable Flow[] flows = new Flow[SLOTS];
  private int size;

  /** The flow of a key, if it is there. */
  @Nullable Flow find(long key) {
    return flows[slot(key)];
  }

  /** Adds one that is not there; false if there are too many. */
  boolean add(Flow flow) {
    if (size == MOST) {
      return false;
    }
    size++;
    flows[slot(flow.key)] = flow;
    return true;
  }

  private int slot(long key) {
    int at = (int) key & (SLOTS - 1);
    Flow there = flows[at];
    while (there != null && there.key != key) {
      at = (at + 1) & (SLOTS - 1);
      there = flows[at];
    }
    return at;
  }

  List<Flow> all() {
    List<Flow> all = new ArrayList<>(size);
    for (Flow each : flows) {
      if (each != null) {
        all.add(each);
      }
    }
    return all;
  }
}
