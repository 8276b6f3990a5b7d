package org.rdmadump.net;

/** How far the link and network layers of a frame could be decoded. */
public enum Outcome {
  /** A UDP datagram; its header is whole, its payload may be cut by the snap length. */
  UDP,
  /** A TCP segment; nothing behind the IP header was looked at. */
  TCP,
  /** IP that carries neither UDP nor TCP. */
  OTHER_PROTOCOL,
  /** A fragment of an IP packet; nothing behind the IP header was looked at. */
  IP_FRAGMENT,
  /** A link-layer payload that is not IP. */
  NOT_IP,
  /** The snap length cut off a header that is needed. */
  TRUNCATED,
  /** Against its specification; a finding says what and where. */
  MALFORMED,
  /** A link type that is not decoded. */
  UNKNOWN_LINK_TYPE
}
