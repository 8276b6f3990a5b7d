package org.rdmadump.ib.qp;

import org.rdmadump.ib.PathMtu;

/**
 * The path MTU of a flow as its packets tell it. IBTA volume 1, 9.7.2: all packets of a message but
 * the last are full.
 */
final class KnownMtu {
  private int bytes;

  /** What the last packet said that contradicts it; 0 if none did since. */
  private int other;

  /** In bytes; 0 if it is not known yet. */
  int bytes() {
    return bytes;
  }

  /** Sets it, in bytes. */
  void set(int known) {
    bytes = known;
    other = 0;
  }

  /**
   * Whether a packet tells another one. If one is known, it takes two packets, because one may be
   * forged.
   *
   * @param ends whether the packet ends its message, and need not be full
   * @param payload bytes of it on the wire
   */
  boolean isChangedBy(boolean ends, int payload) {
    if (payload == bytes) {
      other = 0;
      return false;
    }
    if (!PathMtu.isValid(payload) || (ends && (bytes == 0 || payload < bytes))) {
      return false;
    }
    if (bytes != 0 && payload != other) {
      other = payload;
      return false;
    }
    return true;
  }
}
