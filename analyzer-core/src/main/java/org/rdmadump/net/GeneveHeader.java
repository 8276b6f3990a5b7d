package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Geneve header, without its options.
 *
 * <p>RFC 8926 section 3.4.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---+-----------+-+-+-----------+-------------------------------+
 * |Ver|  Opt Len  |O|C| reserved  |         Protocol Type         |
 * +---+-----------+-+-+-----------+---------------+---------------+
 * |       Virtual Network Identifier              |   reserved    |
 * +-----------------------------------------------+---------------+
 * </pre>
 *
 * @param version 0
 * @param headerLength bytes, options included: 8 to 260
 * @param etherType what follows
 * @param networkId 24 bits
 */
public record GeneveHeader(int version, int headerLength, int etherType, int networkId) {
  /** Bytes on the wire without options. */
  public static final int LENGTH = 8;

  private static final int VERSION_AND_LENGTH = 0;
  private static final int PROTOCOL_TYPE = 2;
  private static final int NETWORK_ID = 4;

  private static final int VERSION_SHIFT = 6;
  private static final int OPTIONS_LENGTH = 0x3f;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static GeneveHeader read(ByteBuffer frame, int at) {
    int versionAndLength = frame.get(at + VERSION_AND_LENGTH) & 0xff;
    return new GeneveHeader(
        versionAndLength >> VERSION_SHIFT,
        LENGTH + (versionAndLength & OPTIONS_LENGTH) * Integer.BYTES,
        frame.getShort(at + PROTOCOL_TYPE) & 0xffff,
        frame.getInt(at + NETWORK_ID) >>> Byte.SIZE);
  }
}
