package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;

/** The packets of one operation, where somebody wants to see them one by one. */
final class FragmentLog {
  /** What one takes, roughly. */
  private static final long COST = 48;

  private final PagePool pool;
  private final List<RdmaFragment> fragments = new ArrayList<>(2);
  private FragmentPlace place = FragmentPlace.ONLY;
  private int length;

  FragmentLog(PagePool pool) {
    this.pool = pool;
  }

  /** Takes note of a packet; one that moves bytes is listed when they {@link #moved}. */
  void packet(FragmentPlace itsPlace, int itsLength, int psn, long frame) {
    place = itsPlace;
    length = itsLength;
    if (itsPlace == FragmentPlace.REQUEST) {
      moved(0, psn, frame);
    }
  }

  /** Lists the packet that was noted last; not where the budget has no room for it. */
  void moved(long offset, int psn, long frame) {
    if (pool.takeForRanges(COST)) {
      fragments.add(new RdmaFragment(place, offset, length, psn, frame));
    }
  }

  List<RdmaFragment> list() {
    return List.copyOf(fragments);
  }

  /** Gives back the room of what was listed, which is listed no longer. */
  void release() {
    pool.give(COST * fragments.size());
    fragments.clear();
  }
}
