package org.rdmadump.net;

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

  /** Of each viewpoint, packets that it showed lately, and how many of them another did too. */
  private final byte[] counts;

  private final int viewpoints;

  SharedTraffic(int viewpoints) {
    this.viewpoints = viewpoints;
    this.counts = new byte[2 * viewpoints * PLACES];
  }

  /** Notes a packet that a viewpoint showed. */
  void shows(int hosts, int viewpoint) {
    int at = place(hosts, viewpoint);
    int shown = counts[at] & MASK;
    if (shown == MOST) {
      // What was long ago counts less.
      shown /= 2;
      counts[at + 1] = (byte) ((counts[at + 1] & MASK) / 2);
    }
    counts[at] = (byte) (shown + 1);
  }

  /** Notes that a packet which a viewpoint showed was seen from another one too. */
  void shares(int hosts, int viewpoint) {
    int at = place(hosts, viewpoint);
    int shared = counts[at + 1] & MASK;
    if (shared < (counts[at] & MASK)) {
      counts[at + 1] = (byte) (shared + 1);
    }
  }

  /** Whether a viewpoint shows what no other does. */
  boolean isApart(int hosts, int viewpoint) {
    int at = place(hosts, viewpoint);
    int shown = counts[at] & MASK;
    return shown >= FEW && (counts[at + 1] & MASK) * SHARED_OF <= shown;
  }

  private int place(int hosts, int viewpoint) {
    return 2 * ((hosts & (PLACES - 1)) * viewpoints + viewpoint);
  }
}
