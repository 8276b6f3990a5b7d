package org.rdmadump.ib;

import java.nio.ByteBuffer;

/**
 * FLUSH Extended Transport Header: which bytes that were written before are to reach where.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------+---+-------+
 * |                     reserved                      |SEL|  PLT  |
 * +---------------------------------------------------+---+-------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, annex A19 (FETH).
 *
 * @param selectivity 0: the range of the {@link Reth} that follows; 1: all of its memory region; 2
 *     and 3 are reserved
 * @param placementType 4 bits: 1 for global visibility, 2 for persistence
 */
public record Feth(int selectivity, int placementType) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int BITS = 0;

  private static final int SELECTIVITY_SHIFT = 4;
  private static final int SELECTIVITY_MASK = 0x3;
  private static final int PLACEMENT_MASK = 0xf;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Feth read(ByteBuffer frame, int at) {
    int bits = frame.getInt(at + BITS);
    return new Feth((bits >> SELECTIVITY_SHIFT) & SELECTIVITY_MASK, bits & PLACEMENT_MASK);
  }
}
