package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * Local Route Header: what every packet on an InfiniBand link begins with.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-------+---+---+-------------------------------+
 * |  VL   | LVer  |  SL   |rsv|LNH|   Destination Local ID        |
 * +-------+-+-----+-------+---+---+-------------------------------+
 * | reserved|   Packet Length     |      Source Local ID          |
 * +---------+---------------------+-------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 7.7.
 *
 * @param virtualLane 0 to 15; 15 is for subnet management
 * @param version 4 bits, 0 in every version so far
 * @param serviceLevel 0 to 15
 * @param nextHeader what follows
 * @param destination local identifier of the receiver, 16 bits
 * @param length bytes from here to the variant CRC, which does not count: a multiple of 4
 * @param source local identifier of the sender, 16 bits
 */
public record Lrh(
    int virtualLane,
    int version,
    int serviceLevel,
    NextHeader nextHeader,
    int destination,
    int length,
    int source) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  private static final int LANE_AND_VERSION = 0;
  private static final int LEVEL_AND_NEXT = 1;
  private static final int DESTINATION = 2;
  private static final int PACKET_LENGTH = 4;
  private static final int SOURCE = 6;

  private static final int MASK_4 = 0xf;
  private static final int WORDS = 0x7ff;
  private static final int NEXT = 0x3;

  private static final NextHeader[] NEXT_HEADERS = NextHeader.values();

  /** What stands behind the header, in the order of the codes on the wire. */
  public enum NextHeader {
    /** A raw packet: an EtherType, and what it says. */
    RAW_ETHER_TYPE,
    /** A raw packet: IPv6. */
    RAW_IPV6,
    /** A base transport header. */
    TRANSPORT,
    /** A global route header, and a base transport header. */
    GLOBAL_TRANSPORT
  }

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Lrh read(ByteBuffer frame, int at) {
    int laneAndVersion = frame.get(at + LANE_AND_VERSION);
    int levelAndNext = frame.get(at + LEVEL_AND_NEXT);
    return new Lrh(
        (laneAndVersion >> 4) & MASK_4,
        laneAndVersion & MASK_4,
        (levelAndNext >> 4) & MASK_4,
        NEXT_HEADERS[levelAndNext & NEXT],
        frame.getShort(at + DESTINATION) & 0xffff,
        (frame.getShort(at + PACKET_LENGTH) & WORDS) * Integer.BYTES,
        frame.getShort(at + SOURCE) & 0xffff);
  }
}
