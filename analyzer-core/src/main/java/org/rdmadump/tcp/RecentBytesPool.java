package org.rdmadump.tcp;

import java.util.ArrayDeque;

/**
 * A few memories of delivered bytes for all streams of a run. With more streams than memories, the
 * one that got its memory first loses it.
 */
public final class RecentBytesPool {
  private static final int MOST = 64;

  private final ArrayDeque<TcpStream> owners = new ArrayDeque<>();

  /** An empty pool. */
  public RecentBytesPool() {}

  RecentBytes lend(TcpStream stream) {
    RecentBytes memory =
        owners.size() < MOST ? new RecentBytes() : owners.removeFirst().takeAwayRecent();
    owners.add(stream);
    return memory;
  }

  void giveBack(TcpStream stream) {
    owners.remove(stream);
  }
}
