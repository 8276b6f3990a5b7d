package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * User Datagram Protocol header.
 *
 * <p>RFC 768.
 *
 * @param sourcePort 0 to 65535
 * @param destinationPort 0 to 65535
 * @param length bytes of header and payload, at least 8; 0 in a jumbogram (RFC 2675 section 4)
 * @param checksum not verified
 */
public record UdpHeader(int sourcePort, int destinationPort, int length, int checksum) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  static final int SOURCE_PORT = 0;
  static final int DESTINATION_PORT = 2;
  private static final int UDP_LENGTH = 4;
  private static final int CHECKSUM = 6;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static UdpHeader read(ByteBuffer frame, int at) {
    return new UdpHeader(
        frame.getShort(at + SOURCE_PORT) & 0xffff,
        frame.getShort(at + DESTINATION_PORT) & 0xffff,
        frame.getShort(at + UDP_LENGTH) & 0xffff,
        frame.getShort(at + CHECKSUM) & 0xffff);
  }
}
