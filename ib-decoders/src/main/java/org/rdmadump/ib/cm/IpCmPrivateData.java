package org.rdmadump.ib.cm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.net.IpAddress;

/**
 * IP addresses of both ends, with which the private data of a REQ or SIDR_REQ to the RDMA IP CM
 * Service begins.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+-------+-------+-------+-------------------------------+
 * | MajV  | MinV  |  IPV  | resv  |          Source Port          |
 * +-------+-------+-------+-------+-------------------------------+
 * |                   Source IP Address (16 bytes)                |
 * +---------------------------------------------------------------+
 * |                Destination IP Address (16 bytes)              |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>An IPv4 address stands in the last four of its 16 bytes.
 *
 * <p>InfiniBand Architecture Specification, volume 1, annex A11.
 *
 * @param majorVersion 0 in every version so far
 * @param minorVersion 0 in every version so far
 * @param ipVersion 4 or 6
 * @param sourcePort port of the asking end
 * @param source address of the asking end; IPv4 in the form of {@link IpAddress#ofIpv4}
 * @param destination address of the asked end, likewise
 */
public record IpCmPrivateData(
    int majorVersion,
    int minorVersion,
    int ipVersion,
    int sourcePort,
    IpAddress source,
    IpAddress destination) {
  /** Bytes on the wire; the private data of the program follows. */
  public static final int LENGTH = 36;

  private static final int VERSION = 0;
  private static final int IP_VERSION = 1;
  private static final int SOURCE_PORT = 2;
  private static final int SOURCE = 4;
  private static final int DESTINATION = 20;

  private static final int IPV4_IN_ADDRESS = 12;
  private static final int UPPER_SHIFT = 4;
  private static final int MASK_4 = 0xf;
  private static final int IPV4 = 4;
  private static final int IPV6 = 6;

  /**
   * Reads the structure at {@code at}.
   *
   * @param present captured bytes from there on
   * @return the structure, or nothing if it was cut, or its version or IP version is unknown
   */
  public static Optional<IpCmPrivateData> read(ByteBuffer frame, int at, int present) {
    if (present < LENGTH) {
      return Optional.empty();
    }
    int version = frame.get(at + VERSION);
    int ipVersion = (frame.get(at + IP_VERSION) >> UPPER_SHIFT) & MASK_4;
    int majorVersion = (version >> UPPER_SHIFT) & MASK_4;
    if (majorVersion != 0 || (ipVersion != IPV4 && ipVersion != IPV6)) {
      return Optional.empty();
    }
    return Optional.of(
        new IpCmPrivateData(
            majorVersion,
            version & MASK_4,
            ipVersion,
            Short.toUnsignedInt(frame.getShort(at + SOURCE_PORT)),
            address(frame, at + SOURCE, ipVersion),
            address(frame, at + DESTINATION, ipVersion)));
  }

  private static IpAddress address(ByteBuffer frame, int at, int ipVersion) {
    return ipVersion == IPV4
        ? IpAddress.ofIpv4(frame.getInt(at + IPV4_IN_ADDRESS))
        : new IpAddress(frame.getLong(at), frame.getLong(at + Long.BYTES));
  }
}
