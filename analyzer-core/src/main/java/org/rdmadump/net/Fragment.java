package org.rdmadump.net;

/**
 * A fragment of an IP packet, as it lies in its frame.
 *
 * @param key which packet it belongs to
 * @param start index of the IP header
 * @param data index of the data; that of IPv6 is behind the Fragment header
 * @param protocolAt where behind {@code start} the byte is that names the Fragment header of IPv6;
 *     {@link #NO_EXTENSION} of IPv4
 * @param offset where in the data of the whole packet it belongs
 * @param isFollowed whether it is not the last of the packet
 * @param protocol what the data of the whole packet begins with
 */
record Fragment(
    FragmentKey key,
    int start,
    int data,
    int protocolAt,
    int offset,
    boolean isFollowed,
    int protocol) {
  static final int NO_EXTENSION = -1;

  /** Longest packet, counted as its length field counts. */
  private static final int LONGEST = 0xffff;

  boolean isIpv4() {
    return protocolAt == NO_EXTENSION;
  }

  /** Bytes of the headers that the whole packet has too. */
  int headerLength() {
    return isIpv4() ? data - start : data - start - Ipv6Fragment.LENGTH;
  }

  /** Whether {@code length} bytes of data are as many as a fragment can have. */
  boolean fits(int length) {
    int counted = isIpv4() ? headerLength() : headerLength() - Ipv6Header.LENGTH;
    return length > 0
        && (!isFollowed || length % Long.BYTES == 0)
        && counted + offset + length <= LONGEST;
  }
}
