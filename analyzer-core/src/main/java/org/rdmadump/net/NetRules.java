package org.rdmadump.net;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be wrong with network headers, tunnels and UDP. */
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

  /** Fragments of a packet of which others are not in the capture, or came too late. */
  public static final Rule IPV4_FRAGMENT =
      new Rule("ipv4.fragment", Severity.WARNING, "RFC 791 section 3.2");

  /** A fragment that lies over another one of its packet, or beyond the end of it. */
  public static final Rule IPV4_FRAGMENT_OVERLAP =
      new Rule("ipv4.fragment-overlap", Severity.WARNING, "RFC 791 section 3.2, RFC 1858");

  /** A fragment that is empty, not a multiple of 8 bytes, or makes a packet of over 64 KiB. */
  public static final Rule IPV4_FRAGMENT_LENGTH =
      error("ipv4.fragment-length", "RFC 791 section 3.2");

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

  /** Fragments of a packet of which others are not in the capture, or came too late. */
  public static final Rule IPV6_FRAGMENT =
      new Rule("ipv6.fragment", Severity.WARNING, "RFC 8200 section 4.5");

  /** A fragment that lies over another one of its packet, or beyond the end of it. */
  public static final Rule IPV6_FRAGMENT_OVERLAP =
      new Rule("ipv6.fragment-overlap", Severity.WARNING, "RFC 8200 section 4.5");

  /** A fragment that is empty, not a multiple of 8 bytes, or makes a packet of over 64 KiB. */
  public static final Rule IPV6_FRAGMENT_LENGTH =
      error("ipv6.fragment-length", "RFC 8200 section 4.5");

  /** The IP packet ends inside of its UDP header. */
  public static final Rule UDP_SHORT = error("udp.short-header", "RFC 768");

  /** The UDP length is below 8. */
  public static final Rule UDP_LENGTH = error("udp.length", "RFC 768");

  /** The UDP length is more than the IP packet has. */
  public static final Rule UDP_LENGTH_BEYOND_PACKET = error("udp.length-beyond-packet", "RFC 768");

  /** The packet ends inside of its GRE header. */
  public static final Rule GRE_SHORT = error("gre.short-header", "RFC 2784 section 2");

  /** The packet ends inside of its ERSPAN header. */
  public static final Rule ERSPAN_SHORT = error("erspan.short-header", "draft-foschiano-erspan");

  /** The packet ends inside of its MPLS label stack, or right behind it. */
  public static final Rule MPLS_SHORT = error("mpls.short-stack", "RFC 3032 section 2.1");

  /** The options of a Geneve header reach beyond its datagram. */
  public static final Rule GENEVE_BEYOND_DATAGRAM =
      error("geneve.header-beyond-datagram", "RFC 8926 section 3.4");

  /** More tunnels inside of each other than are followed. */
  public static final Rule TUNNEL_DEPTH =
      new Rule("tunnel.too-deep", Severity.WARNING, "RFC 2473 section 4.1");

  /** The packet ends inside of its local route header. */
  public static final Rule LRH_SHORT = error("lrh.short-header", "IBTA volume 1, 7.7");

  /** A version of the local route header that is not known. */
  public static final Rule LRH_VERSION = error("lrh.version", "IBTA volume 1, 7.7.2");

  /** The packet length is more than the frame has. */
  public static final Rule LRH_LENGTH_BEYOND_FRAME =
      error("lrh.length-beyond-frame", "IBTA volume 1, 7.7.8");

  /** The packet length is less than the headers need. */
  public static final Rule LRH_LENGTH = error("lrh.length", "IBTA volume 1, 7.7.8");

  /** The packet ends inside of its global route header. */
  public static final Rule GRH_SHORT = error("grh.short-header", "IBTA volume 1, 8.3");

  /** The version in a global route header is not 6. */
  public static final Rule GRH_VERSION = error("grh.version", "IBTA volume 1, 8.3.1");

  /** A global route header where a transport header follows says that something else does. */
  public static final Rule GRH_NEXT_HEADER = error("grh.next-header", "IBTA volume 1, 8.3.5");

  /** The payload length of a global route header is more than the packet has. */
  public static final Rule GRH_LENGTH_BEYOND_PACKET =
      error("grh.length-beyond-packet", "IBTA volume 1, 8.3.4");

  private NetRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(
        IPV4_SHORT,
        IPV4_VERSION,
        IPV4_HEADER_LENGTH,
        IPV4_TOTAL_LENGTH,
        IPV4_LENGTH_BEYOND_FRAME,
        IPV4_FRAGMENT,
        IPV4_FRAGMENT_OVERLAP,
        IPV4_FRAGMENT_LENGTH,
        IPV6_SHORT,
        IPV6_VERSION,
        IPV6_LENGTH_BEYOND_FRAME,
        IPV6_EXTENSION_BEYOND_PACKET,
        IPV6_FRAGMENT,
        IPV6_FRAGMENT_OVERLAP,
        IPV6_FRAGMENT_LENGTH,
        UDP_SHORT,
        UDP_LENGTH,
        UDP_LENGTH_BEYOND_PACKET,
        GRE_SHORT,
        ERSPAN_SHORT,
        MPLS_SHORT,
        GENEVE_BEYOND_DATAGRAM,
        TUNNEL_DEPTH,
        LRH_SHORT,
        LRH_VERSION,
        LRH_LENGTH_BEYOND_FRAME,
        LRH_LENGTH,
        GRH_SHORT,
        GRH_VERSION,
        GRH_NEXT_HEADER,
        GRH_LENGTH_BEYOND_PACKET);
  }

  private static Rule error(String name, String source) {
    return new Rule(name, Severity.ERROR, source);
  }
}
