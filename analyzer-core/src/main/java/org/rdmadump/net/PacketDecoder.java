package org.rdmadump.net;

import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.link.EtherType;
import org.rdmadump.link.LinkLayer;

/**
 * Walks a frame from its link layer down to UDP or TCP.
 *
 * <p>A decoding loop owns one instance. Every length is checked against the bytes that were on the
 * wire first, and then against those that were captured: a header that does not fit on the wire is
 * malformed, one that only was not captured is truncated and no finding. On a good frame nothing is
 * allocated.
 */
public final class PacketDecoder {
  private final LinkLayer link = new LinkLayer();

  /**
   * Decodes one frame into {@code datagram}; what is wrong with it goes to {@code findings}.
   *
   * @return what {@link Datagram#outcome()} then says
   */
  public Outcome decode(Frame frame, Datagram datagram, FindingSink findings) {
    return PlainIpv4.decode(frame, datagram)
        ? datagram.outcome()
        : decodeLayers(frame, datagram, findings);
  }

  /** As {@link #decode}, layer by layer. */
  Outcome decodeLayers(Frame frame, Datagram datagram, FindingSink findings) {
    datagram.clear();
    return datagram.outcome(layers(frame, datagram, findings));
  }

  private Outcome layers(Frame frame, Datagram datagram, FindingSink findings) {
    return switch (link.decode(frame, findings)) {
      case PAYLOAD -> network(frame, datagram, findings);
      case TRUNCATED -> Outcome.TRUNCATED;
      case MALFORMED -> Outcome.MALFORMED;
      case UNKNOWN_LINK_TYPE -> Outcome.UNKNOWN_LINK_TYPE;
    };
  }

  private Outcome network(Frame frame, Datagram datagram, FindingSink findings) {
    datagram.link(link.etherType(), link.vlanId(), link.end());
    return switch (link.etherType()) {
      case EtherType.IPV4 -> ipv4(frame, datagram, findings);
      case EtherType.IPV6 -> ipv6(frame, datagram, findings);
      default -> {
        datagram.payload(link.end(), frame.wireEnd(), frame.end());
        yield Outcome.NOT_IP;
      }
    };
  }

  private static Outcome ipv4(Frame frame, Datagram datagram, FindingSink findings) {
    int at = datagram.networkOffset();
    if (frame.end() - at < Ipv4Header.LENGTH) {
      int had = frame.wireEnd() - at;
      return had >= Ipv4Header.LENGTH
          ? Outcome.TRUNCATED
          : tooShort(NetRules.IPV4_SHORT, frame, at, Ipv4Header.LENGTH, had, findings);
    }
    Ipv4Header header = Ipv4Header.read(frame.bytes(), at);
    if (header.version() != 4) {
      return wrong(NetRules.IPV4_VERSION, frame, at, "version", header.version(), findings);
    }
    int headerLength = header.headerLength();
    if (headerLength < Ipv4Header.LENGTH) {
      return wrong(NetRules.IPV4_HEADER_LENGTH, frame, at, "header length", headerLength, findings);
    }
    datagram.ipv4(header);
    int length = header.totalLength();
    if (length == 0 && header.protocol() == IpProtocol.TCP) {
      // Left for the device to fill in when it segments more than 65535 bytes.
      length = frame.wireEnd() - at;
    }
    if (length < headerLength) {
      return wrong(NetRules.IPV4_TOTAL_LENGTH, frame, at, "total length", length, findings);
    }
    if (length > frame.wireEnd() - at) {
      return tooShort(
          NetRules.IPV4_LENGTH_BEYOND_FRAME, frame, at, length, frame.wireEnd() - at, findings);
    }
    int transport = at + headerLength;
    datagram.transport(header.protocol(), header.isFragment(), transport);
    datagram.payload(transport, at + length, frame.end());
    if (header.isFragment()) {
      return fragment(
          NetRules.IPV4_FRAGMENT,
          frame,
          at,
          header.fragmentOffset(),
          Integer.toUnsignedLong(header.identification()),
          findings);
    }
    return transport(frame, datagram, at + length, false, findings);
  }

  private static Outcome ipv6(Frame frame, Datagram datagram, FindingSink findings) {
    int at = datagram.networkOffset();
    if (frame.end() - at < Ipv6Header.LENGTH) {
      int had = frame.wireEnd() - at;
      return had >= Ipv6Header.LENGTH
          ? Outcome.TRUNCATED
          : tooShort(NetRules.IPV6_SHORT, frame, at, Ipv6Header.LENGTH, had, findings);
    }
    Ipv6Header header = Ipv6Header.read(frame.bytes(), at);
    if (header.version() != 6) {
      return wrong(NetRules.IPV6_VERSION, frame, at, "version", header.version(), findings);
    }
    datagram.ipv6(header);
    int next = at + Ipv6Header.LENGTH;
    int had = frame.wireEnd() - next;
    long length = header.payloadLength();
    boolean jumbo = false;
    if (length == 0 && header.nextHeader() == IpProtocol.TCP) {
      // Left for the device to fill in when it segments more than 65535 bytes.
      length = had;
    } else if (length == 0
        && header.nextHeader() == IpProtocol.HOP_BY_HOP
        && had >= JumboPayload.LENGTH) {
      if (frame.end() - next < JumboPayload.LENGTH) {
        return Outcome.TRUNCATED;
      }
      JumboPayload option = JumboPayload.read(frame.bytes(), next);
      jumbo = option.isPresent();
      length = jumbo ? option.payloadLength() : 0;
    }
    if (length > had) {
      return tooShort(NetRules.IPV6_LENGTH_BEYOND_FRAME, frame, at, length, had, findings);
    }
    return extensions(frame, datagram, header.nextHeader(), next + (int) length, jumbo, findings);
  }

  /** Walks the extension headers of an IPv6 packet that ends at {@code end}. */
  private static Outcome extensions(
      Frame frame,
      Datagram datagram,
      int firstProtocol,
      int end,
      boolean jumbo,
      FindingSink findings) {
    int protocol = firstProtocol;
    int at = datagram.networkOffset() + Ipv6Header.LENGTH;
    while (isExtension(protocol)) {
      if (end - at < Ipv6Extension.LENGTH) {
        return tooShort(
            NetRules.IPV6_EXTENSION_BEYOND_PACKET,
            frame,
            at,
            Ipv6Extension.LENGTH,
            end - at,
            findings);
      }
      if (frame.end() - at < Ipv6Extension.LENGTH) {
        return Outcome.TRUNCATED;
      }
      if (protocol == IpProtocol.FRAGMENT) {
        Ipv6Fragment header = Ipv6Fragment.read(frame.bytes(), at);
        if (!header.isAtomic()) {
          int behind = at + Ipv6Fragment.LENGTH;
          datagram.transport(header.nextHeader(), true, behind);
          datagram.payload(behind, end, frame.end());
          return fragment(
              NetRules.IPV6_FRAGMENT,
              frame,
              at,
              header.fragmentOffset(),
              Integer.toUnsignedLong(header.identification()),
              findings);
        }
        protocol = header.nextHeader();
        at += Ipv6Fragment.LENGTH;
      } else {
        Ipv6Extension header = Ipv6Extension.read(frame.bytes(), at);
        int length = header.headerLength(protocol);
        if (end - at < length) {
          return tooShort(
              NetRules.IPV6_EXTENSION_BEYOND_PACKET, frame, at, length, end - at, findings);
        }
        protocol = header.nextHeader();
        at += length;
      }
    }
    datagram.transport(protocol, false, at);
    datagram.payload(at, end, frame.end());
    return transport(frame, datagram, end, jumbo, findings);
  }

  private static boolean isExtension(int protocol) {
    return protocol == IpProtocol.HOP_BY_HOP
        || protocol == IpProtocol.ROUTING
        || protocol == IpProtocol.FRAGMENT
        || protocol == IpProtocol.AUTHENTICATION
        || protocol == IpProtocol.DESTINATION_OPTIONS;
  }

  /** Decodes what a whole IP packet carries, up to {@code end} on the wire. */
  private static Outcome transport(
      Frame frame, Datagram datagram, int end, boolean jumbo, FindingSink findings) {
    if (datagram.transportOffset() > frame.end()) {
      return Outcome.TRUNCATED;
    }
    return switch (datagram.protocol()) {
      case IpProtocol.UDP -> udp(frame, datagram, end, jumbo, findings);
      case IpProtocol.TCP -> Outcome.TCP;
      default -> Outcome.OTHER_PROTOCOL;
    };
  }

  private static Outcome udp(
      Frame frame, Datagram datagram, int end, boolean jumbo, FindingSink findings) {
    int at = datagram.transportOffset();
    if (end - at < UdpHeader.LENGTH) {
      return tooShort(NetRules.UDP_SHORT, frame, at, UdpHeader.LENGTH, end - at, findings);
    }
    if (frame.end() - at < UdpHeader.LENGTH) {
      return Outcome.TRUNCATED;
    }
    UdpHeader header = UdpHeader.read(frame.bytes(), at);
    datagram.ports(header.sourcePort(), header.destinationPort());
    int length = header.length() == 0 && jumbo ? end - at : header.length();
    if (length < UdpHeader.LENGTH) {
      return wrong(NetRules.UDP_LENGTH, frame, at, "length", length, findings);
    }
    if (length > end - at) {
      return tooShort(NetRules.UDP_LENGTH_BEYOND_PACKET, frame, at, length, end - at, findings);
    }
    datagram.payload(at + UdpHeader.LENGTH, at + length, frame.end());
    return Outcome.UDP;
  }

  private static Outcome tooShort(
      Rule rule, Frame frame, int at, long needed, int had, FindingSink findings) {
    report(rule, frame, at, "needs " + needed + " bytes, there are " + had, findings);
    return Outcome.MALFORMED;
  }

  private static Outcome wrong(
      Rule rule, Frame frame, int at, String field, int value, FindingSink findings) {
    report(rule, frame, at, field + " " + value, findings);
    return Outcome.MALFORMED;
  }

  private static Outcome fragment(
      Rule rule, Frame frame, int at, int offset, long identification, FindingSink findings) {
    report(
        rule,
        frame,
        at,
        "fragment at offset " + offset + " of packet " + identification + " is not put together",
        findings);
    return Outcome.IP_FRAGMENT;
  }

  private static void report(Rule rule, Frame frame, int at, String message, FindingSink findings) {
    findings.accept(new Finding(rule, frame.number(), at - frame.offset(), message));
  }
}
