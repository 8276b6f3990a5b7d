package org.rdmadump.ib;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.NetworkOrder;

/**
 * RDMA Extended Transport Header: the remote buffer an RDMA WRITE or READ request addresses.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                   Virtual Address (63-32)                     |
 * +---------------------------------------------------------------+
 * |                   Virtual Address (31-0)                      |
 * +---------------------------------------------------------------+
 * |                            R_Key                              |
 * +---------------------------------------------------------------+
 * |                          DMA Length                           |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (RETH).
 *
 * @param virtualAddress first byte of the remote buffer, unsigned
 * @param rKey handle of the remote memory region
 * @param dmaLength bytes of the whole operation, 0 to 2^32-1
 */
public record Reth(long virtualAddress, int rKey, long dmaLength) {
  /** Bytes on the wire. */
  public static final int LENGTH = 16;

  private static final int VIRTUAL_ADDRESS = 0;
  private static final int R_KEY = 8;
  private static final int DMA_LENGTH = 12;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Reth read(ByteBuffer frame, int at) {
    return new Reth(
        frame.getLong(at + VIRTUAL_ADDRESS),
        frame.getInt(at + R_KEY),
        Integer.toUnsignedLong(frame.getInt(at + DMA_LENGTH)));
  }

  /** {@return the header at {@code at}, likewise, of an array, from which it is read faster} */
  public static Reth in(byte[] frame, int at) {
    return new Reth(
        NetworkOrder.longAt(frame, at + VIRTUAL_ADDRESS),
        NetworkOrder.intAt(frame, at + R_KEY),
        Integer.toUnsignedLong(NetworkOrder.intAt(frame, at + DMA_LENGTH)));
  }
}
