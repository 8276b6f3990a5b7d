package org.rdmadump.net;

import java.util.Locale;

/** How far the link and network layers of a frame could be decoded. */
public enum PacketKind {
  /** A UDP datagram; its header is whole, its payload may be cut by the snap length. */
  UDP,
  /** A TCP segment; only headers up to IP were examined. */
  TCP,
  /** IP that carries neither UDP, TCP nor a tunnel, or tunnels deeper than they are followed. */
  OTHER_PROTOCOL,
  /** A fragment of an incomplete IP packet. */
  IP_FRAGMENT,
  /** RoCE version 1: an InfiniBand transport packet behind a global route header. */
  ROCE_V1,
  /** Native InfiniBand: a transport packet behind a local route header, perhaps a global one. */
  INFINIBAND,
  /** A raw packet of native InfiniBand, which has no transport header. */
  INFINIBAND_RAW,
  /** A link packet of native InfiniBand: flow control between two ports, of no connection. */
  INFINIBAND_LINK,
  /** A link-layer payload that is neither IP nor RoCE version 1. */
  NOT_IP,
  /** The snap length cut off a header that is needed. */
  TRUNCATED,
  /** Against its specification; a finding says what and where. */
  MALFORMED,
  /** A link type that is not decoded. */
  UNKNOWN_LINK_TYPE;

  /** {@return its name in counts and in JSON: {@code not_ip}} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
