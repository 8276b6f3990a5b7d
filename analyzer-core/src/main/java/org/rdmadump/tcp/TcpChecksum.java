package org.rdmadump.tcp;

import java.nio.ByteBuffer;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.InternetChecksum;

/**
 * What the checksum of a segment says.
 *
 * <p>RFC 9293 section 3.1.
 */
enum TcpChecksum {
  /** It fits. */
  RIGHT,
  /** It does not fit. */
  WRONG,
  /**
   * It was not computed: 0, or the sum of the pseudo-header, which the software of a sender leaves
   * to its adapter, and that of a receiver puts into segments that it joined.
   */
  PARTIAL,
  /** The segment was not captured whole. */
  UNKNOWN;

  /** What that of the segment says that a datagram found in {@code bytes}. */
  static TcpChecksum of(ByteBuffer bytes, Datagram datagram) {
    int length = datagram.payloadLength();
    if (datagram.payloadCaptured() < length || length < TcpHeader.LENGTH) {
      return UNKNOWN;
    }
    int at = datagram.payloadOffset();
    long addresses = addresses(datagram.protocol(), datagram);
    long pseudo = addresses + length;
    if (InternetChecksum.of(InternetChecksum.sum(pseudo, bytes, at, at + length)) == 0) {
      return RIGHT;
    }
    int stored = bytes.getShort(at + TcpHeader.CHECKSUM) & 0xffff;
    boolean partial =
        stored == 0
            || stored == InternetChecksum.folded(pseudo)
            || stored == InternetChecksum.folded(addresses);
    return partial ? PARTIAL : WRONG;
  }

  /** Adds the addresses; those of IPv4 are the low half of a low half. */
  private static long addresses(long start, Datagram datagram) {
    long low = datagram.isIpv4() ? 0xffff_ffffL : -1;
    long sum = InternetChecksum.sum(start, datagram.sourceLow() & low);
    sum = InternetChecksum.sum(sum, datagram.destinationLow() & low);
    sum = InternetChecksum.sum(sum, datagram.sourceHigh());
    return InternetChecksum.sum(sum, datagram.destinationHigh());
  }
}
