package org.rdmadump.tcp;

import java.util.ArrayDeque;

/**
 * A few memories of delivered bytes for all streams of a run. With more streams than memories, the
 * one that got its memory first loses it.
 */
public final class RecentBytesPool {
  private static final int MOST = 64;

  private final ArrayDeque<Retransmissions> owners = new ArrayDeque<>();

  /** An empty pool. */
  public RecentBytesPool() {}

  RecentBytes lend(Retransmissions stream) {
    RecentBytes memory =
        owners.size() < MOST ? new RecentBytes() : owners.removeFirst().takeAwayRecent();
    owners.add(stream);
    return memory;
  }

  void giveBack(Retransmissions stream) {
    owners.remove(stream);
  }
}
