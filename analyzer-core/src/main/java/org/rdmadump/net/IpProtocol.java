package org.rdmadump.net;

/** Protocol numbers that the decoder acts on (IANA, Assigned Internet Protocol Numbers). */
public final class IpProtocol {
  /** IPv6 Hop-by-Hop Options. */
  public static final int HOP_BY_HOP = 0;

  /** Transmission Control Protocol. */
  public static final int TCP = 6;

  /** User Datagram Protocol. */
  public static final int UDP = 17;

  /** IPv6 Routing header. */
  public static final int ROUTING = 43;

  /** IPv6 Fragment header. */
  public static final int FRAGMENT = 44;

  /** Authentication Header. */
  public static final int AUTHENTICATION = 51;

  /** IPv6 Destination Options. */
  public static final int DESTINATION_OPTIONS = 60;

  private IpProtocol() {}
}
