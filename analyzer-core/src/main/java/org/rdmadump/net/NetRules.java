package org.rdmadump.net;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be wrong with network headers, tunnels and UDP. */
public final class NetRules {
  private static final RuleList RULES = new RuleList();

  /** The frame ends inside of its IPv4 header. */
  public static final Rule IPV4_SHORT = RULES.error("ipv4.short-header", "RFC 791 section 3.1");

  /** The EtherType says IPv4, the header does not. */
  public static final Rule IPV4_VERSION = RULES.error("ipv4.version", "RFC 791 section 3.1");

  /** The header length is below 20. */
  public static final Rule IPV4_HEADER_LENGTH =
      RULES.error("ipv4.header-length", "RFC 791 section 3.1");

  /** The total length is below the header length. */
  public static final Rule IPV4_TOTAL_LENGTH =
      RULES.error("ipv4.total-length", "RFC 791 section 3.1");

  /** The total length is more than the frame has. */
  public static final Rule IPV4_LENGTH_BEYOND_FRAME =
      RULES.error("ipv4.length-beyond-frame", "RFC 791 section 3.1");

  /** Fragments of a packet of which others are not in the capture, or came too late. */
  public static final Rule IPV4_FRAGMENT = RULES.warning("ipv4.fragment", "RFC 791 section 3.2");

  /** A fragment that lies over another one of its packet, or beyond the end of it. */
  public static final Rule IPV4_FRAGMENT_OVERLAP =
      RULES.warning("ipv4.fragment-overlap", "RFC 791 section 3.2, RFC 1858");

  /** A fragment that is empty, not a multiple of 8 bytes, or makes a packet of over 64 KiB. */
  public static final Rule IPV4_FRAGMENT_LENGTH =
      RULES.error("ipv4.fragment-length", "RFC 791 section 3.2");

  /** The frame ends inside of its IPv6 header. */
  public static final Rule IPV6_SHORT = RULES.error("ipv6.short-header", "RFC 8200 section 3");

  /** The EtherType says IPv6, the header does not. */
  public static final Rule IPV6_VERSION = RULES.error("ipv6.version", "RFC 8200 section 3");

  /** The payload length is more than the frame has. */
  public static final Rule IPV6_LENGTH_BEYOND_FRAME =
      RULES.error("ipv6.length-beyond-frame", "RFC 8200 section 3");

  /** An extension header reaches beyond the packet. */
  public static final Rule IPV6_EXTENSION_BEYOND_PACKET =
      RULES.error("ipv6.extension-beyond-packet", "RFC 8200 section 4");

  /** Fragments of a packet of which others are not in the capture, or came too late. */
  public static final Rule IPV6_FRAGMENT = RULES.warning("ipv6.fragment", "RFC 8200 section 4.5");

  /** A fragment that lies over another one of its packet, or beyond the end of it. */
  public static final Rule IPV6_FRAGMENT_OVERLAP =
      RULES.warning("ipv6.fragment-overlap", "RFC 8200 section 4.5");

  /** A fragment that is empty, not a multiple of 8 bytes, or makes a packet of over 64 KiB. */
  public static final Rule IPV6_FRAGMENT_LENGTH =
      RULES.error("ipv6.fragment-length", "RFC 8200 section 4.5");

  /** The IP packet ends inside of its UDP header. */
  public static final Rule UDP_SHORT = RULES.error("udp.short-header", "RFC 768");

  /** The UDP length is below 8. */
  public static final Rule UDP_LENGTH = RULES.error("udp.length", "RFC 768");

  /** The UDP length is more than the IP packet has. */
  public static final Rule UDP_LENGTH_BEYOND_PACKET =
      RULES.error("udp.length-beyond-packet", "RFC 768");

  /** The packet ends inside of its GRE header. */
  public static final Rule GRE_SHORT = RULES.error("gre.short-header", "RFC 2784 section 2");

  /** The packet ends inside of its ERSPAN header. */
  public static final Rule ERSPAN_SHORT =
      RULES.error("erspan.short-header", "draft-foschiano-erspan");

  /** The packet ends inside of its MPLS label stack, or right behind it. */
  public static final Rule MPLS_SHORT = RULES.error("mpls.short-stack", "RFC 3032 section 2.1");

  /** The options of a Geneve header reach beyond its datagram. */
  public static final Rule GENEVE_BEYOND_DATAGRAM =
      RULES.error("geneve.header-beyond-datagram", "RFC 8926 section 3.4");

  /** More tunnels inside of each other than are followed. */
  public static final Rule TUNNEL_DEPTH = RULES.warning("tunnel.too-deep", "RFC 2473 section 4.1");

  /** The packet ends inside of its local route header. */
  public static final Rule LRH_SHORT = RULES.error("lrh.short-header", "IBTA volume 1, 7.7");

  /** A version of the local route header that is not known. */
  public static final Rule LRH_VERSION = RULES.error("lrh.version", "IBTA volume 1, 7.7.2");

  /** The packet length is more than the frame has. */
  public static final Rule LRH_LENGTH_BEYOND_FRAME =
      RULES.error("lrh.length-beyond-frame", "IBTA volume 1, 7.7.8");

  /** The packet length is less than the headers need. */
  public static final Rule LRH_LENGTH = RULES.error("lrh.length", "IBTA volume 1, 7.7.8");

  /** The packet ends inside of its global route header. */
  public static final Rule GRH_SHORT = RULES.error("grh.short-header", "IBTA volume 1, 8.3");

  /** The version in a global route header is not 6. */
  public static final Rule GRH_VERSION = RULES.error("grh.version", "IBTA volume 1, 8.3.1");

  /** A global route header where a transport header follows says that something else does. */
  public static final Rule GRH_NEXT_HEADER = RULES.error("grh.next-header", "IBTA volume 1, 8.3.5");

  /** The payload length of a global route header is more than the packet has. */
  public static final Rule GRH_LENGTH_BEYOND_PACKET =
      RULES.error("grh.length-beyond-packet", "IBTA volume 1, 8.3.4");

  private NetRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
