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
  /**
   * It does not fit, but may be that of the first of several segments that the receiver joined into
   * this one: it fits the beginning.
   */
  JOINED,
  /** The segment was not captured whole. */
  UNKNOWN;

  /** Bytes of the CRC of an FPDU, which is 0 where none is used. */
  private static final int TRAILER = 4;

  /** What that of the segment says that a datagram found in {@code bytes}. */
  static TcpChecksum of(ByteBuffer bytes, Datagram datagram) {
    int length = datagram.payloadLength();
    if (datagram.payloadCaptured() < length || length < TcpHeader.LENGTH) {
      return UNKNOWN;
    }
    int at = datagram.payloadOffset();
    long addresses = addresses(datagram.protocol(), datagram);
    long pseudo = addresses + length;
    if (isRight(InternetChecksum.sum(pseudo, bytes, at, at + length))) {
      return RIGHT;
    }
    int stored = bytes.getShort(at + TcpHeader.CHECKSUM) & 0xffff;
    boolean partial =
        stored == 0
            || stored == InternetChecksum.folded(pseudo)
            || stored == InternetChecksum.folded(addresses);
    if (partial) {
      return PARTIAL;
    }
    return fitsBeginning(addresses, bytes, at, length) ? JOINED : WRONG;
  }

  /**
   * Whether it is that of a segment which is the beginning of this one. Flags of a later one may
   * have been added to the header.
   */
  private static boolean fitsBeginning(long addresses, ByteBuffer bytes, int segment, int length) {
    int header = TcpHeader.headerLength(bytes.get(segment + TcpHeader.OFFSET));
    int added = bytes.get(segment + TcpHeader.FLAGS) & (TcpHeader.FIN | TcpHeader.PSH);
    long sum = InternetChecksum.sum(addresses, bytes, segment, segment + header);
    for (int to = header + Short.BYTES; to < length; to += Short.BYTES) {
      sum += Short.toUnsignedInt(bytes.getShort(segment + to - Short.BYTES));
      long whole = sum + to;
      if ((isRight(whole) || (added != 0 && isRight(whole - added)))
          && hasContent(bytes, segment + to, segment + length)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRight(long sum) {
    return InternetChecksum.of(sum) == 0;
  }

  /**
   * Whether bytes add something: behind a wrong bit, in zeros, their number alone is its sum. But a
   * trailer in a segment of its own may be zero.
   */
  private static boolean hasContent(ByteBuffer bytes, int from, int to) {
    boolean found = to - from == TRAILER;
    for (int at = from; at < to && !found; at++) {
      found = bytes.get(at) != 0 && bytes.get(at) != -1;
    }
    return found;
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
