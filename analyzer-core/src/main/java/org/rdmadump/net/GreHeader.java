package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Generic Routing Encapsulation header, without its optional fields.
 *
 * <p>RFC 2784 section 2 and RFC 2890 section 2.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-----------------+-----+-------------------------------+
 * |C|R|K|S|    reserved     | Ver |         Protocol Type         |
 * +-+-+-+-+-----------------+-----+-------------------------------+
 * </pre>
 *
 * @param hasChecksum C flag: four more bytes
 * @param hasRouting R flag of RFC 1701, which no later document has: what follows is not decoded
 * @param hasKey K flag: four more bytes
 * @param hasSequence S flag: four more bytes
 * @param version 0; 1 is that of PPTP, which is not decoded
 * @param etherType what follows
 */
public record GreHeader(
    boolean hasChecksum,
    boolean hasRouting,
    boolean hasKey,
    boolean hasSequence,
    int version,
    int etherType) {
  /** Bytes on the wire without optional fields. */
  public static final int LENGTH = 4;

  private static final int FLAGS = 0;
  private static final int PROTOCOL_TYPE = 2;

  private static final int HAS_CHECKSUM = 0x8000;
  private static final int HAS_ROUTING = 0x4000;
  private static final int HAS_KEY = 0x2000;
  private static final int HAS_SEQUENCE = 0x1000;
  private static final int VERSION = 0x0007;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static GreHeader read(ByteBuffer frame, int at) {
    int flags = frame.getShort(at + FLAGS);
    return new GreHeader(
        (flags & HAS_CHECKSUM) != 0,
        (flags & HAS_ROUTING) != 0,
        (flags & HAS_KEY) != 0,
        (flags & HAS_SEQUENCE) != 0,
        flags & VERSION,
        frame.getShort(at + PROTOCOL_TYPE) & 0xffff);
  }

  /** {@return bytes of the whole header, without routing: 4 to 16} */
  public int headerLength() {
    return LENGTH + optional(hasChecksum) + optional(hasKey) + optional(hasSequence);
  }

  private static int optional(boolean present) {
    return present ? Integer.BYTES : 0;
  }
}
