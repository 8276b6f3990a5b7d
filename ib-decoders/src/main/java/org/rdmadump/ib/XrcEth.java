package org.rdmadump.ib;

import java.nio.ByteBuffer;

/**
 * XRC Extended Transport Header: the shared receive queue that a request is for.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |   reserved    |                   XRCSRQ                      |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, annex A14 (XRCETH).
 *
 * @param sharedReceiveQueue number of the receiver's shared receive queue, 24 bits
 */
public record XrcEth(int sharedReceiveQueue) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  private static final int SHARED_RECEIVE_QUEUE = 0;

  private static final int MASK_24 = 0xffffff;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static XrcEth read(ByteBuffer frame, int at) {
    return new XrcEth(frame.getInt(at + SHARED_RECEIVE_QUEUE) & MASK_24);
  }
}
