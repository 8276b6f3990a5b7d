package org.rdmadump.ib;

import java.nio.ByteBuffer;

/**
 * Invalidate Extended Transport Header: the handle that a SEND with Invalidate takes away.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (IETH).
 *
 * @param rKey handle of the memory region to invalidate
 */
public record Ieth(int rKey) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int R_KEY = 0;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Ieth read(ByteBuffer frame, int at) {
    return new Ieth(frame.getInt(at + R_KEY));
  }
}
