package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * The start that all IPv6 extension headers but Fragment share.
 *
 * <p>RFC 8200 section 4 (Hop-by-Hop Options, Routing, Destination Options), RFC 4302 section 2
 * (Authentication Header), RFC 6564 section 4 (any later one).
 *
 * @param nextHeader IANA protocol number of what follows
 * @param extensionLength the length field: 8-byte units after the first, of an Authentication
 *     Header 4-byte units after the first two
 */
public record Ipv6Extension(int nextHeader, int extensionLength) {
  /** Bytes of the shortest extension header. */
  public static final int LENGTH = 8;

  private static final int NEXT_HEADER = 0;
  private static final int EXTENSION_LENGTH = 1;

  private static final int UNIT = 8;
  private static final int AUTHENTICATION_UNIT = 4;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Ipv6Extension read(ByteBuffer frame, int at) {
    return new Ipv6Extension(
        frame.get(at + NEXT_HEADER) & 0xff, frame.get(at + EXTENSION_LENGTH) & 0xff);
  }

  /**
   * {@return bytes of the whole header}
   *
   * @param protocol the protocol number of this header itself
   */
  public int headerLength(int protocol) {
    return protocol == IpProtocol.AUTHENTICATION
        ? (extensionLength + 2) * AUTHENTICATION_UNIT
        : (extensionLength + 1) * UNIT;
  }
}
