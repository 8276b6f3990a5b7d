package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * VXLAN header; an Ethernet frame follows.
 *
 * <p>RFC 7348 section 5.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-----------------------------------------------+
 * |R|R|R|R|I|R|R|R|                   reserved                    |
 * +-+-+-+-+-+-+-+-+-----------------------------+-----------------+
 * |           VXLAN Network Identifier          |    reserved     |
 * +---------------------------------------------+-----------------+
 * </pre>
 *
 * @param isValid I flag; without it there is no network identifier, so this is something else
 * @param networkId 24 bits
 */
public record VxlanHeader(boolean isValid, int networkId) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  private static final int FLAGS = 0;
  private static final int NETWORK_ID = 4;

  private static final int IS_VALID = 0x08;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static VxlanHeader read(ByteBuffer frame, int at) {
    return new VxlanHeader(
        (frame.get(at + FLAGS) & IS_VALID) != 0, frame.getInt(at + NETWORK_ID) >>> Byte.SIZE);
  }
}
