package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Internet Protocol version 6 header, without extension headers.
 *
 * <p>RFC 8200 section 3.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+---------------+---------------------------------------+
 * |Version| Traffic Class |              Flow Label               |
 * +-------+---------------+-------+---------------+---------------+
 * |        Payload Length         |  Next Header  |   Hop Limit   |
 * +-------------------------------+---------------+---------------+
 * |                   Source Address (16 bytes)                   |
 * +---------------------------------------------------------------+
 * |                Destination Address (16 bytes)                 |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * @param version 6
 * @param trafficClass DSCP and ECN
 * @param flowLabel 20 bits
 * @param payloadLength bytes behind this header, extension headers included; 0 with a jumbo payload
 * @param nextHeader IANA protocol number of what follows
 * @param hopLimit hops left
 * @param sourceHigh first half of the source
 * @param sourceLow second half of the source
 * @param destinationHigh first half of the destination
 * @param destinationLow second half of the destination
 */
public record Ipv6Header(
    int version,
    int trafficClass,
    int flowLabel,
    int payloadLength,
    int nextHeader,
    int hopLimit,
    long sourceHigh,
    long sourceLow,
    long destinationHigh,
    long destinationLow) {
  /** Bytes on the wire. */
  public static final int LENGTH = 40;

  /** Offset of the byte that names what follows. */
  static final int NEXT_HEADER = 6;

  private static final int VERSION_CLASS_AND_FLOW = 0;
  private static final int PAYLOAD_LENGTH = 4;
  private static final int HOP_LIMIT = 7;
  private static final int SOURCE = 8;
  private static final int DESTINATION = 24;

  private static final int FLOW_LABEL = 0xfffff;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Ipv6Header read(ByteBuffer frame, int at) {
    int first = frame.getInt(at + VERSION_CLASS_AND_FLOW);
    return new Ipv6Header(
        first >>> 28,
        (first >>> 20) & 0xff,
        first & FLOW_LABEL,
        frame.getShort(at + PAYLOAD_LENGTH) & 0xffff,
        frame.get(at + NEXT_HEADER) & 0xff,
        frame.get(at + HOP_LIMIT) & 0xff,
        frame.getLong(at + SOURCE),
        frame.getLong(at + SOURCE + Long.BYTES),
        frame.getLong(at + DESTINATION),
        frame.getLong(at + DESTINATION + Long.BYTES));
  }
}
