package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * Header of a record in the Extensible Record Format (ERF) of Endace capture cards, which {@code
 * ibdump} writes too.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |         Time stamp (64 bits, least significant byte first)    |
 * |                                                               |
 * +-+-------------+---------------+-------------------------------+
 * |E|    Type     |     Flags     |         Record Length         |
 * +-+-------------+---------------+-------------------------------+
 * |         Loss Counter          |          Wire Length          |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * <p>Extension headers follow where E is set, then of an Ethernet record two bytes of padding, then
 * the packet. Endace, ERF types reference guide; tcpdump.org, LINKTYPE_ERF.
 *
 * @param type what was captured, 0 to 127
 * @param hasExtensions E flag
 * @param flags of the capture card
 * @param recordLength bytes of the record, this header included, as captured and with padding
 * @param lossCounter records lost before this one; of some types something else
 * @param wireLength bytes of the packet on the wire, with its frame check sequence
 */
public record ErfHeader(
    int type, boolean hasExtensions, int flags, int recordLength, int lossCounter, int wireLength) {
  /** Bytes in the capture, without extension headers. */
  public static final int LENGTH = 16;

  /** Bytes between the headers of an Ethernet record and its Ethernet header. */
  public static final int ETHERNET_PADDING = 2;

  private static final int TYPE = 8;
  private static final int FLAGS = 9;
  private static final int RECORD_LENGTH = 10;
  private static final int LOSS_COUNTER = 12;
  private static final int WIRE_LENGTH = 14;

  private static final int HAS_EXTENSIONS = 0x80;
  private static final int TYPE_MASK = 0x7f;

  private static final int ETHERNET = 2;
  private static final int COLOR_ETHERNET = 11;
  private static final int DSM_COLOR_ETHERNET = 16;
  private static final int COLOR_HASH_ETHERNET = 20;
  private static final int INFINIBAND = 21;
  private static final int IPV4 = 22;
  private static final int IPV6 = 23;
  private static final int INFINIBAND_LINK = 25;

  /** What a record holds. */
  public enum Content {
    /** Padding and an Ethernet frame. */
    ETHERNET,
    /** An InfiniBand packet from its local route header on. */
    INFINIBAND,
    /** A link packet of InfiniBand, which carries flow control from one port to the next. */
    INFINIBAND_LINK,
    /** An IPv4 packet. */
    IPV4,
    /** An IPv6 packet. */
    IPV6,
    /** Something that is not decoded. */
    OTHER
  }

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static ErfHeader read(ByteBuffer frame, int at) {
    int type = frame.get(at + TYPE);
    return new ErfHeader(
        type & TYPE_MASK,
        (type & HAS_EXTENSIONS) != 0,
        frame.get(at + FLAGS) & 0xff,
        frame.getShort(at + RECORD_LENGTH) & 0xffff,
        frame.getShort(at + LOSS_COUNTER) & 0xffff,
        frame.getShort(at + WIRE_LENGTH) & 0xffff);
  }

  /** {@return what the record holds, by its type} */
  public Content content() {
    return switch (type) {
      case ETHERNET, COLOR_ETHERNET, DSM_COLOR_ETHERNET, COLOR_HASH_ETHERNET -> Content.ETHERNET;
      case INFINIBAND -> Content.INFINIBAND;
      case INFINIBAND_LINK -> Content.INFINIBAND_LINK;
      case IPV4 -> Content.IPV4;
      case IPV6 -> Content.IPV6;
      default -> Content.OTHER;
    };
  }
}
