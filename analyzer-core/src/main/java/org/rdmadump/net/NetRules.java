package org.rdmadump.net;

import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be wrong with IP and UDP headers. */
public final class NetRules {
  /** The frame ends inside of its IPv4 header. */
  public static final Rule IPV4_SHORT = error("ipv4.short-header", "RFC 791 section 3.1");

  /** The EtherType says IPv4, the header does not. */
  public static final Rule IPV4_VERSION = error("ipv4.version", "RFC 791 section 3.1");

  /** The header length is below 20. */
  public static final Rule IPV4_HEADER_LENGTH = error("ipv4.header-length", "RFC 791 section 3.1");

  /** The total length is below the header length. */
  public static final Rule IPV4_TOTAL_LENGTH = error("ipv4.total-length", "RFC 791 section 3.1");

  /** The total length is more than the frame has. */
  public static final Rule IPV4_LENGTH_BEYOND_FRAME =
      error("ipv4.length-beyond-frame", "RFC 791 section 3.1");

  /** A fragment, which is not put together. */
  public static final Rule IPV4_FRAGMENT =
      new Rule("ipv4.fragment", Severity.WARNING, "RFC 791 section 3.2");

  /** The frame ends inside of its IPv6 header. */
  public static final Rule IPV6_SHORT = error("ipv6.short-header", "RFC 8200 section 3");

  /** The EtherType says IPv6, the header does not. */
  public static final Rule IPV6_VERSION = error("ipv6.version", "RFC 8200 section 3");

  /** The payload length is more than the frame has. */
  public static final Rule IPV6_LENGTH_BEYOND_FRAME =
      error("ipv6.length-beyond-frame", "RFC 8200 section 3");

  /** An extension header reaches beyond the packet. */
  public static final Rule IPV6_EXTENSION_BEYOND_PACKET =
      error("ipv6.extension-beyond-packet", "RFC 8200 section 4");

  /** A fragment, which is not put together. */
  public static final Rule IPV6_FRAGMENT =
      new Rule("ipv6.fragment", Severity.WARNING, "RFC 8200 section 4.5");

  /** The IP packet ends inside of its UDP header. */
  public static final Rule UDP_SHORT = error("udp.short-header", "RFC 768");

  /** The UDP length is below 8. */
  public static final Rule UDP_LENGTH = error("udp.length", "RFC 768");

  /** The UDP length is more than the IP packet has. */
  public static final Rule UDP_LENGTH_BEYOND_PACKET = error("udp.length-beyond-packet", "RFC 768");

  private NetRules() {}

  private static Rule error(String name, String source) {
    return new Rule(name, Severity.ERROR, source);
  }
}
