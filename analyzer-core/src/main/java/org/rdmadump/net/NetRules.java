package org.rdmadump.net;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be wrong with network headers, tunnels and UDP. */
public final class NetRules {
  private static final RuleList RULES = new RuleList();

  /** The frame ends inside its IPv4 header. */
  public static final Rule IPV4_SHORT = RULES.error("ipv4.short-header", "RFC 791 section 3.1");

  /** The EtherType says IPv4, but the version field does not. */
  public static final Rule IPV4_VERSION = RULES.error("ipv4.version", "RFC 791 section 3.1");

  /** The header length is below 20. */
  public static final Rule IPV4_HEADER_LENGTH =
      RULES.error("ipv4.header-length", "RFC 791 section 3.1");

  /** The total length is below the header length. */
  public static final Rule IPV4_TOTAL_LENGTH =
      RULES.error("ipv4.total-length", "RFC 791 section 3.1");

  /** The total length exceeds the bytes in the frame. */
  public static final Rule IPV4_LENGTH_BEYOND_FRAME =
      RULES.error("ipv4.length-beyond-frame", "RFC 791 section 3.1");

  /** Other fragments of this packet were not captured, or came too late. */
  public static final Rule IPV4_FRAGMENT = RULES.warning("ipv4.fragment", "RFC 791 section 3.2");

  /** The fragment overlaps another fragment of its packet, or the end of the packet. */
  public static final Rule IPV4_FRAGMENT_OVERLAP =
      RULES.warning("ipv4.fragment-overlap", "RFC 791 section 3.2, RFC 1858");

  /**
   * The fragment is empty, is not a multiple of 8 bytes, or makes the packet longer than 64 KiB.
   */
  public static final Rule IPV4_FRAGMENT_LENGTH =
      RULES.error("ipv4.fragment-length", "RFC 791 section 3.2");

  /** The frame ends inside its IPv6 header. */
  public static final Rule IPV6_SHORT = RULES.error("ipv6.short-header", "RFC 8200 section 3");

  /** The EtherType says IPv6, but the version field does not. */
  public static final Rule IPV6_VERSION = RULES.error("ipv6.version", "RFC 8200 section 3");

  /** The payload length exceeds the bytes in the frame. */
  public static final Rule IPV6_LENGTH_BEYOND_FRAME =
      RULES.error("ipv6.length-beyond-frame", "RFC 8200 section 3");

  /** An extension header reaches beyond the packet. */
  public static final Rule IPV6_EXTENSION_BEYOND_PACKET =
      RULES.error("ipv6.extension-beyond-packet", "RFC 8200 section 4");

  /** Other fragments of this packet were not captured, or came too late. */
  public static final Rule IPV6_FRAGMENT = RULES.warning("ipv6.fragment", "RFC 8200 section 4.5");

  /** The fragment overlaps another fragment of its packet, or the end of the packet. */
  public static final Rule IPV6_FRAGMENT_OVERLAP =
      RULES.warning("ipv6.fragment-overlap", "RFC 8200 section 4.5");

  /**
   * The fragment is empty, is not a multiple of 8 bytes, or makes the packet longer than 64 KiB.
   */
  public static final Rule IPV6_FRAGMENT_LENGTH =
      RULES.error("ipv6.fragment-length", "RFC 8200 section 4.5");

  /** The IP packet ends inside its UDP header. */
  public static final Rule UDP_SHORT = RULES.error("udp.short-header", "RFC 768");

  /** The UDP length is below 8. */
  public static final Rule UDP_LENGTH = RULES.error("udp.length", "RFC 768");

  /** The UDP length exceeds the bytes in the IP packet. */
  public static final Rule UDP_LENGTH_BEYOND_PACKET =
      RULES.error("udp.length-beyond-packet", "RFC 768");

  /** The packet ends inside its GRE header. */
  public static final Rule GRE_SHORT = RULES.error("gre.short-header", "RFC 2784 section 2");

  /** The packet ends inside its ERSPAN header. */
  public static final Rule ERSPAN_SHORT =
      RULES.error("erspan.short-header", "draft-foschiano-erspan");

  /** The packet ends inside its MPLS label stack, or directly after it. */
  public static final Rule MPLS_SHORT = RULES.error("mpls.short-stack", "RFC 3032 section 2.1");

  /** The options of a Geneve header reach beyond its datagram. */
  public static final Rule GENEVE_BEYOND_DATAGRAM =
      RULES.error("geneve.header-beyond-datagram", "RFC 8926 section 3.4");

  /** The packet is inside more nested tunnels than rdmadump follows. */
  public static final Rule TUNNEL_DEPTH = RULES.warning("tunnel.too-deep", "RFC 2473 section 4.1");

  /** The packet ends inside its local route header. */
  public static final Rule LRH_SHORT = RULES.error("lrh.short-header", "IBTA volume 1, 7.7");

  /** The version of the local route header is unknown. */
  public static final Rule LRH_VERSION = RULES.error("lrh.version", "IBTA volume 1, 7.7.2");

  /** The packet length exceeds the bytes in the frame. */
  public static final Rule LRH_LENGTH_BEYOND_FRAME =
      RULES.error("lrh.length-beyond-frame", "IBTA volume 1, 7.7.8");

  /** The packet length is too small for the headers. */
  public static final Rule LRH_LENGTH = RULES.error("lrh.length", "IBTA volume 1, 7.7.8");

  /** The packet ends inside its global route header. */
  public static final Rule GRH_SHORT = RULES.error("grh.short-header", "IBTA volume 1, 8.3");

  /** The version in a global route header is not 6. */
  public static final Rule GRH_VERSION = RULES.error("grh.version", "IBTA volume 1, 8.3.1");

  /**
   * The next header field of the global route header does not announce the IBA transport header
   * that follows.
   */
  public static final Rule GRH_NEXT_HEADER = RULES.error("grh.next-header", "IBTA volume 1, 8.3.5");

  /** The payload length of the global route header exceeds the bytes in the packet. */
  public static final Rule GRH_LENGTH_BEYOND_PACKET =
      RULES.error("grh.length-beyond-packet", "IBTA volume 1, 8.3.4");

  private NetRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
