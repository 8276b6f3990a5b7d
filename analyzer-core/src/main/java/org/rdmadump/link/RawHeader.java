package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * Raw Header: what stands behind the local route header of a raw InfiniBand packet that is not
 * IPv6.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 5.3 (RWH).
 *
 * @param etherType what follows
 */
public record RawHeader(int etherType) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int ETHER_TYPE = 2;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static RawHeader read(ByteBuffer frame, int at) {
    return new RawHeader(frame.getShort(at + ETHER_TYPE) & 0xffff);
  }
}
