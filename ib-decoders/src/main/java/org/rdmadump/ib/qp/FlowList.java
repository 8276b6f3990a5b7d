package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;

/** Flows in the order in which they were used or closed. A flow is in one such list at a time. */
final class FlowList {
  private @Nullable Flow newest;
  private @Nullable Flow oldest;
  private int size;

  /** Puts a flow in that is in no list, as the newest. */
  void add(Flow flow) {
    flow.older = newest;
    flow.newer = null;
    if (newest != null) {
      newest.newer = flow;
    }
    newest = flow;
    if (oldest == null) {
      oldest = flow;
    }
    size++;
  }

  /** Takes a flow out that is in this list. */
  void remove(Flow flow) {
    Flow older = flow.older;
    Flow newer = flow.newer;
    if (older == null) {
      oldest = newer;
    } else {
      older.newer = newer;
    }
    if (newer == null) {
      newest = older;
    } else {
      newer.older = older;
    }
    flow.older = null;
    flow.newer = null;
    size--;
  }

  /** Makes a flow of this list its newest. */
  void use(Flow flow) {
    if (flow.newer != null) {
      remove(flow);
      add(flow);
    }
  }

  @Nullable Flow oldest() {
    return oldest;
  }

  int size() {
    return size;
  }
}
