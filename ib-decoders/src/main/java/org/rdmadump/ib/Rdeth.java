package org.rdmadump.ib;

import java.nio.ByteBuffer;

/**
 * Reliable Datagram Extended Transport Header: the end-to-end context of a reliable datagram.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |   reserved    |                  EE Context                   |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (RDETH).
 *
 * @param eeContext end-to-end context of the receiver, 24 bits
 */
public record Rdeth(int eeContext) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int EE_CONTEXT = 0;

  private static final int MASK_24 = 0xffffff;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Rdeth read(ByteBuffer frame, int at) {
    return new Rdeth(frame.getInt(at + EE_CONTEXT) & MASK_24);
  }
}
