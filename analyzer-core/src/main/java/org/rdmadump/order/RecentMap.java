package org.rdmadump.order;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that forgets the entry that was put in first when it has too many. For one thread.
 *
 * @param <K> what entries are found by
 * @param <V> what is remembered
 */
public final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  @Serial private static final long serialVersionUID = 1L;

  private final int most;

  /**
   * An empty map.
   *
   * @param most entries that it keeps, from 1 on
   */
  public RecentMap(int most) {
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
