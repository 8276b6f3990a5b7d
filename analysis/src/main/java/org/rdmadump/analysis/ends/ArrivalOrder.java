package org.rdmadump.analysis.ends;

/**
 * Finds packets that arrived behind ones that were sent later. Packets are told by the number that
 * they begin with, and both captures' frames give the order: a retransmission is a packet of its
 * own.
 */
final class ArrivalOrder {
  private boolean begun;
  private int newest;
  private long newestSent;
  private long newestReceived;
  private boolean known;
  private int behind;

  /**
   * Notes a packet that both captures have.
   *
   * @param begin what the packet begins with
   * @param sent its frame in the sender's capture
   * @param received its frame in the receiver's capture
   */
  void matched(int begin, long sent, long received) {
    if (begun && sent < newestSent && received > newestReceived) {
      known = true;
      behind = begin;
    } else if (begun && sent > newestSent && received < newestReceived) {
      known = true;
      behind = newest;
    }
    if (!begun || sent > newestSent) {
      begun = true;
      newest = begin;
      newestSent = sent;
      newestReceived = received;
    }
  }

  /** Whether the last packet that arrived behind a later one is this, which is now sent again. */
  boolean endsBehind(int begin) {
    boolean is = known && behind == begin;
    known &= !is;
    return is;
  }
}
