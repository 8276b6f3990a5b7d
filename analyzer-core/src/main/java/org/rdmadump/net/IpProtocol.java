package org.rdmadump.net;

/** Protocol numbers that the decoder acts on (IANA, Assigned Internet Protocol Numbers). */
final class IpProtocol {
  /** IPv6 Hop-by-Hop Options. */
  static final int HOP_BY_HOP = 0;

  /** IPv4 inside of IP, RFC 2003. */
  static final int IPV4 = 4;

  /** Transmission Control Protocol. */
  static final int TCP = 6;

  /** User Datagram Protocol. */
  static final int UDP = 17;

  /** IPv6 inside of IP, RFC 2473 and RFC 4213. */
  static final int IPV6 = 41;

  /** IPv6 Routing header. */
  static final int ROUTING = 43;

  /** IPv6 Fragment header. */
  static final int FRAGMENT = 44;

  /** Generic Routing Encapsulation, RFC 2784. */
  static final int GRE = 47;

  /** Authentication Header. */
  static final int AUTHENTICATION = 51;

  /** IPv6 Destination Options. */
  static final int DESTINATION_OPTIONS = 60;

  /** MPLS inside of IP, RFC 4023. */
  static final int MPLS = 137;

  private IpProtocol() {}
}
