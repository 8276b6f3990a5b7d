package org.rdmadump.net;

import org.jspecify.annotations.Nullable;

/**
 * How much of what two hosts say each viewpoint shares with others. Where the links of a bonded
 * interface are captured, each shows packets of its own; places that see the same traffic show
 * nearly all of it.
 */
final class SharedTraffic {
  /** Pairs of hosts that are told apart, a power of two; some share a place beyond. */
  private static final int PLACES = 1 << 10;

  /** Packets of a viewpoint before which nothing is said of it. */
  static final int FEW = 8;

  /** It shows things of its own if no more than one of so many packets is shared. */
  private static final int SHARED_OF = 4;

  private static final int MOST = 254;
  private static final int MASK = 0xff;

  private final int viewpoints;

  /** Of each viewpoint, packets that it showed lately, and how many of them another did too. */
  private final byte @Nullable [][] counts = new byte[PLACES][];

  SharedTraffic(int viewpoints) {
    this.viewpoints = viewpoints;
  }

  /** Notes a packet that a viewpoint showed. */
  void shows(int hosts, int viewpoint) {
    byte[] place = place(hosts);
    int shown = place[2 * viewpoint] & MASK;
    if (shown == MOST) {
      // What was long ago counts less.
      shown /= 2;
      place[2 * viewpoint + 1] = (byte) ((place[2 * viewpoint + 1] & MASK) / 2);
    }
    place[2 * viewpoint] = (byte) (shown + 1);
  }

  /** Notes that a packet which a viewpoint showed was seen from another one too. */
  void shares(int hosts, int viewpoint) {
    byte[] place = place(hosts);
    int shared = place[2 * viewpoint + 1] & MASK;
    if (shared < (place[2 * viewpoint] & MASK)) {
      place[2 * viewpoint + 1] = (byte) (shared + 1);
    }
  }

  /** Whether a viewpoint shows what no other does. */
  boolean isApart(int hosts, int viewpoint) {
    byte[] place = place(hosts);
    int shown = place[2 * viewpoint] & MASK;
    return shown >= FEW && (place[2 * viewpoint + 1] & MASK) * SHARED_OF <= shown;
  }

  private byte[] place(int hosts) {
    int at = hosts & (PLACES - 1);
    byte[] place = counts[at];
    if (place == null) {
      place = new byte[2 * viewpoints];
      counts[at] = place;
    }
    return place;
  }
}
