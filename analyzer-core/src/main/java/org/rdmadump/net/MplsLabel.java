package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Entry of an MPLS label stack.
 *
 * <p>RFC 3032 section 2.1; traffic class by RFC 5462.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------+-----+-+---------------+
 * |                 Label                 | TC  |S|      TTL      |
 * +---------------------------------------+-----+-+---------------+
 * </pre>
 *
 * @param label 20 bits
 * @param trafficClass 3 bits
 * @param isBottom S flag: the last of the stack
 * @param timeToLive hops left
 */
public record MplsLabel(int label, int trafficClass, boolean isBottom, int timeToLive) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int LABEL_SHIFT = 12;
  private static final int CLASS_SHIFT = 9;
  private static final int CLASS_MASK = 0x7;
  private static final int IS_BOTTOM = 0x100;

  /** Reads the entry at {@code at}. The caller has checked that {@link #LENGTH} bytes are there. */
  public static MplsLabel read(ByteBuffer frame, int at) {
    int entry = frame.getInt(at);
    return new MplsLabel(
        entry >>> LABEL_SHIFT,
        (entry >> CLASS_SHIFT) & CLASS_MASK,
        (entry & IS_BOTTOM) != 0,
        entry & 0xff);
  }
}
