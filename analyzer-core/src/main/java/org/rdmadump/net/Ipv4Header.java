package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Internet Protocol version 4 header, without its options.
 *
 * <p>RFC 791 section 3.1; type of service as DSCP and ECN by RFC 2474 and RFC 3168.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+---------------+-------------------------------+
 * |Version|  IHL  |Type of Service|         Total Length          |
 * +-------+-------+---------------+-----+-------------------------+
 * |        Identification         |Flags|     Fragment Offset     |
 * +---------------+---------------+-----+-------------------------+
 * | Time to Live  |   Protocol    |        Header Checksum        |
 * +---------------+---------------+-------------------------------+
 * |                        Source Address                         |
 * +---------------------------------------------------------------+
 * |                      Destination Address                      |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * @param version 4
 * @param headerLength bytes, options included: 20 to 60; less than 20 is malformed
 * @param typeOfService DSCP and ECN
 * @param totalLength bytes of header and payload; 0 where the sender's kernel left it to the device
 * @param identification which packet a fragment belongs to
 * @param dontFragment DF flag
 * @param moreFragments MF flag
 * @param fragmentOffset bytes, a multiple of 8
 * @param timeToLive hops left
 * @param protocol IANA protocol number
 * @param checksum of the header, not verified
 * @param source 32 bits in network order
 * @param destination 32 bits in network order
 */
public record Ipv4Header(
    int version,
    int headerLength,
    int typeOfService,
    int totalLength,
    int identification,
    boolean dontFragment,
    boolean moreFragments,
    int fragmentOffset,
    int timeToLive,
    int protocol,
    int checksum,
    int source,
    int destination) {
  /** Bytes on the wire without options. */
  public static final int LENGTH = 20;

  private static final int VERSION_AND_IHL = 0;
  static final int TYPE_OF_SERVICE = 1;
  private static final int TOTAL_LENGTH = 2;
  private static final int IDENTIFICATION = 4;
  private static final int FLAGS_AND_FRAGMENT_OFFSET = 6;
  private static final int TIME_TO_LIVE = 8;
  private static final int PROTOCOL = 9;
  private static final int CHECKSUM = 10;
  static final int SOURCE = 12;
  static final int DESTINATION = 16;

  private static final int DONT_FRAGMENT = 0x4000;
  private static final int MORE_FRAGMENTS = 0x2000;
  private static final int FRAGMENT_OFFSET = 0x1fff;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Ipv4Header read(ByteBuffer frame, int at) {
    int versionAndIhl = frame.get(at + VERSION_AND_IHL);
    int fragment = frame.getShort(at + FLAGS_AND_FRAGMENT_OFFSET);
    return new Ipv4Header(
        (versionAndIhl >> 4) & 0xf,
        (versionAndIhl & 0xf) * Integer.BYTES,
        frame.get(at + TYPE_OF_SERVICE) & 0xff,
        frame.getShort(at + TOTAL_LENGTH) & 0xffff,
        frame.getShort(at + IDENTIFICATION) & 0xffff,
        (fragment & DONT_FRAGMENT) != 0,
        (fragment & MORE_FRAGMENTS) != 0,
        (fragment & FRAGMENT_OFFSET) * Long.BYTES,
        frame.get(at + TIME_TO_LIVE) & 0xff,
        frame.get(at + PROTOCOL) & 0xff,
        frame.getShort(at + CHECKSUM) & 0xffff,
        frame.getInt(at + SOURCE),
        frame.getInt(at + DESTINATION));
  }

  /** {@return whether the packet is part of a larger one} */
  public boolean isFragment() {
    return moreFragments || fragmentOffset != 0;
  }
}
