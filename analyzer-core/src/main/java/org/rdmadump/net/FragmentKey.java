package org.rdmadump.net;

import org.jspecify.annotations.Nullable;
import org.rdmadump.order.KeyedHash;

/**
 * What the fragments of one IP packet have in common.
 *
 * <p>RFC 791 section 3.2, RFC 8200 section 4.5.
 *
 * @param source sender
 * @param destination receiver
 * @param identification the sender's number for the packet: 16 bits of IPv4, 32 of IPv6
 * @param protocol that of IPv4; {@link #ANY_PROTOCOL} of IPv6, whose fragments may differ in it
 * @param viewpoint where it was seen: what several places of capture show is put together for each
 */
record FragmentKey(
    IpAddress source, IpAddress destination, int identification, int protocol, int viewpoint) {
  static final int ANY_PROTOCOL = -1;

  // Written out, as in IpAddress.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FragmentKey that
        && identification == that.identification
        && protocol == that.protocol
        && viewpoint == that.viewpoint
        && source.equals(that.source)
        && destination.equals(that.destination);
  }

  @Override
  public int hashCode() {
    return KeyedHash.of(
        source.high(),
        source.low(),
        destination.high(),
        destination.low(),
        KeyedHash.of(identification, protocol, viewpoint));
  }
}
