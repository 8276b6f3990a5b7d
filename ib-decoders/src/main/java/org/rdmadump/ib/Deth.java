package org.rdmadump.ib;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.NetworkOrder;

/**
 * Datagram Extended Transport Header: who sends a datagram.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                          Queue Key                            |
 * +---------------+-----------------------------------------------+
 * |   reserved    |                  Source QP                    |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3 (DETH).
 *
 * @param queueKey what entitles the sender to the receiver's queue pair
 * @param sourceQp queue pair of the sender, 24 bits
 */
public record Deth(int queueKey, int sourceQp) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  private static final int QUEUE_KEY = 0;
  private static final int SOURCE_QP = 4;

  private static final int MASK_24 = 0xffffff;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Deth read(ByteBuffer frame, int at) {
    return new Deth(frame.getInt(at + QUEUE_KEY), frame.getInt(at + SOURCE_QP) & MASK_24);
  }

  /** {@return the {@link #sourceQp()} of the header at {@code at}, of which no more is read} */
  public static int sourceQp(byte[] frame, int at) {
    return NetworkOrder.intAt(frame, at + SOURCE_QP) & MASK_24;
  }
}
