package org.rdmadump.analysis.ends;

/** How long the TCP segments of one flow are in one capture. */
final class SegmentSize {
  /** No link carries longer ones: jumbo frames have some 9000 bytes. */
  private static final int LONGEST_ON_WIRE = 9216;

  /** Timestamps and their padding (RFC 7323 appendix A). */
  private static final int OPTIONS = 12;

  private int longest;
  private int offered;

  /** Takes a segment: its length, and the MSS option that it has or 0. */
  void note(int length, int maxSegment) {
    longest = Math.max(longest, length);
    offered = maxSegment == 0 ? offered : maxSegment;
  }

  /**
   * {@return what a flow has in its segments on the wire, 0 if nothing is to be cut}
   *
   * @param a the flow in one capture
   * @param b the flow in the other one
   * @param back what comes back, whose MSS option is the limit, in either capture
   */
  static int onWire(SegmentSize a, SegmentSize b, SegmentSize back) {
    int shorter = Math.min(a.longest, b.longest);
    int longer = Math.max(a.longest, b.longest);
    if (longer <= LONGEST_ON_WIRE && shorter == longer) {
      return 0;
    }
    if (shorter <= LONGEST_ON_WIRE) {
      return shorter;
    }
    return back.offered > OPTIONS ? back.offered - OPTIONS : 0;
  }
}
