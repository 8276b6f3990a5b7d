package org.rdmadump.analysis.ends;

/**
 * When packets were sent lately, by key. A newer packet takes the place of an older one, so that
 * memory does not grow; what is forgotten makes no retransmission.
 */
final class RecentlySent {
  private static final int PLACES = 1 << 19;

  /** A copy so soon after a packet may be one that the network made. */
  private static final long COPY_NANOS = 10_000_000;

  private final long[] keys = new long[PLACES];
  private final short[] identifications = new short[PLACES];
  private final long[] nanos = new long[PLACES];

  /** Whether the network made a copy of a packet: its sender numbers all that it sends. */
  boolean isCopy(long key, long now, int identification) {
    int at = (int) key & (PLACES - 1);
    return identification != 0
        && keys[at] == key
        && identifications[at] == (short) identification
        && now - nanos[at] <= COPY_NANOS;
  }

  /**
   * Notes that a packet was sent.
   *
   * @return whether one of the same key was sent before, and not long ago
   */
  boolean isAgain(long key, long now, int identification) {
    int at = (int) key & (PLACES - 1);
    boolean again = keys[at] == key && now - nanos[at] <= PacketMatch.WINDOW_NANOS;
    keys[at] = key;
    nanos[at] = now;
    identifications[at] = (short) identification;
    return again;
  }
}
