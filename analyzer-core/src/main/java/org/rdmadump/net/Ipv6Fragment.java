package org.rdmadump.net;

import java.nio.ByteBuffer;

/**
 * IPv6 Fragment header.
 *
 * <p>RFC 8200 section 4.5; atomic fragments, RFC 6946.
 *
 * @param nextHeader IANA protocol number of what follows
 * @param fragmentOffset bytes, a multiple of 8
 * @param moreFragments M flag
 * @param identification which packet the fragment belongs to
 */
public record Ipv6Fragment(
    int nextHeader, int fragmentOffset, boolean moreFragments, int identification) {
  /** Bytes on the wire. */
  public static final int LENGTH = 8;

  private static final int NEXT_HEADER = 0;
  private static final int OFFSET_AND_M = 2;
  private static final int IDENTIFICATION = 4;

  private static final int FRAGMENT_OFFSET = 0xfff8;
  private static final int MORE_FRAGMENTS = 1;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Ipv6Fragment read(ByteBuffer frame, int at) {
    int offsetAndM = frame.getShort(at + OFFSET_AND_M);
    return new Ipv6Fragment(
        frame.get(at + NEXT_HEADER) & 0xff,
        offsetAndM & FRAGMENT_OFFSET,
        (offsetAndM & MORE_FRAGMENTS) != 0,
        frame.getInt(at + IDENTIFICATION));
  }

  /** {@return whether this is the only fragment, so that the packet is whole} */
  public boolean isAtomic() {
    return fragmentOffset == 0 && !moreFragments;
  }
}
