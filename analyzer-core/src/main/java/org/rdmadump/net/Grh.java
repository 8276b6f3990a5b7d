package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * Global Route Header: the network layer of InfiniBand and of RoCE version 1, laid out as an IPv6
 * header.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------+---------------+---------------------------------------+
 * | IPVer |    TClass     |              Flow Label               |
 * +-------+---------------+-------+---------------+---------------+
 * |            PayLen             |    NxtHdr     |    HopLmt     |
 * +-------------------------------+---------------+---------------+
 * |                        SGID (16 bytes)                        |
 * +---------------------------------------------------------------+
 * |                        DGID (16 bytes)                        |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 8.3; annex A16 for RoCE.
 *
 * @param version 6
 * @param trafficClass 8 bits
 * @param flowLabel 20 bits
 * @param payloadLength bytes behind this header, to the end of the invariant CRC
 * @param nextHeader {@link #TRANSPORT} of all but raw packets
 * @param hopLimit hops left
 * @param sourceHigh first half of the sender's GID
 * @param sourceLow second half of it
 * @param destinationHigh first half of the receiver's GID
 * @param destinationLow second half of it
 */
public record Grh(
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
  public static final int LENGTH = Ipv6Header.LENGTH;

  /** {@link #nextHeader()} in front of a base transport header. */
  public static final int TRANSPORT = 0x1b;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Grh read(ByteBuffer frame, int at) {
    Ipv6Header same = Ipv6Header.read(frame, at);
    return new Grh(
        same.version(),
        same.trafficClass(),
        same.flowLabel(),
        same.payloadLength(),
        same.nextHeader(),
        same.hopLimit(),
        same.sourceHigh(),
        same.sourceLow(),
        same.destinationHigh(),
        same.destinationLow());
  }
}
