package org.rdmadump.analysis.ends;

/**
 * When packets were sent lately, by key. A newer packet takes the place of an older one, so that
 * memory does not grow; what is forgotten makes no retransmission.
 */
final class RecentlySent {
  private static final int PLACES = 1 << 19;

  private final long[] keys = new long[PLACES];
  private final long[] nanos = new long[PLACES];

  /**
   * Notes that a packet was sent.
   *
   * @return whether one of the same key was sent before, and not long ago
   */
  boolean isAgain(long key, long now) {
    int at = (int) key & (PLACES - 1);
    boolean again = keys[at] == key && now - nanos[at] <= PacketMatch.WINDOW_NANOS;
    keys[at] = key;
    nanos[at] = now;
    return again;
  }
}
