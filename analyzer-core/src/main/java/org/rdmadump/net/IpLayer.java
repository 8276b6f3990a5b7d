package org.rdmadump.net;

import org.rdmadump.link.EtherType;

/** IPv4 and IPv6 headers, their fragments, and UDP behind them. */
final class IpLayer {
  /** Bytes of the invariant CRC behind the payload of RoCE. */
  private static final int ICRC = 4;

  /** A UDP header, a base transport header and that CRC. */
  private static final int SHORTEST_ROCE = UdpHeader.LENGTH + 12 + ICRC;

  private final LayerWalk walk;
  private final Fragments fragments;
  private final int[] closedPorts;

  IpLayer(LayerWalk walk, Fragments fragments, int[] closedPorts) {
    this.walk = walk;
    this.fragments = fragments;
    this.closedPorts = closedPorts;
  }

  /** Decodes the IPv4 packet at {@code at}. */
  PacketKind version4(int at) {
    if (!walk.isCaptured(at, Ipv4Header.LENGTH)) {
      return walk.shortage(NetRules.IPV4_SHORT, at, Ipv4Header.LENGTH);
    }
    Ipv4Header header = Ipv4Header.read(walk.frame().bytes(), at);
    if (header.version() != 4) {
      return walk.wrong(NetRules.IPV4_VERSION, at, "version", header.version());
    }
    int headerLength = header.headerLength();
    if (headerLength < Ipv4Header.LENGTH) {
      return walk.wrong(NetRules.IPV4_HEADER_LENGTH, at, "header length", headerLength);
    }
    walk.show(header, at, headerLength);
    walk.datagram().ipv4(header);
    int had = walk.wireEnd() - at;
    // Left for the device to fill in when it segments more than 65535 bytes.
    boolean unfilled = header.totalLength() == 0 && header.protocol() == IpProtocol.TCP;
    int length = unfilled ? had : header.totalLength();
    if (length < headerLength) {
      return walk.wrong(NetRules.IPV4_TOTAL_LENGTH, at, "total length", length);
    }
    if (length > had && !isWithoutIcrc(header.protocol(), at + headerLength, length - had)) {
      return walk.tooShort(NetRules.IPV4_LENGTH_BEYOND_FRAME, at, length, had);
    }
    walk.endsAt(at + length);
    int behind = at + headerLength;
    if (header.isFragment()) {
      begin(header.protocol(), true, behind);
      if (!walk.isCaptured(behind, 0)) {
        return PacketKind.TRUNCATED;
      }
      FragmentKey key = key(header.identification(), header.protocol());
      return fragment(
          new Fragment(
              key,
              at,
              behind,
              Fragment.NO_EXTENSION,
              header.fragmentOffset(),
              header.moreFragments(),
              header.protocol()));
    }
    return transport(header.protocol(), behind, false);
  }

  /** Decodes the IPv6 packet at {@code at}. */
  PacketKind version6(int at) {
    if (!walk.isCaptured(at, Ipv6Header.LENGTH)) {
      return walk.shortage(NetRules.IPV6_SHORT, at, Ipv6Header.LENGTH);
    }
    Ipv6Header header = Ipv6Header.read(walk.frame().bytes(), at);
    if (header.version() != 6) {
      return walk.wrong(NetRules.IPV6_VERSION, at, "version", header.version());
    }
    walk.show(header, at, Ipv6Header.LENGTH);
    walk.datagram().ipv6(header);
    int next = at + Ipv6Header.LENGTH;
    int had = walk.wireEnd() - next;
    long length = header.payloadLength();
    boolean jumbo = false;
    if (length == 0 && header.nextHeader() == IpProtocol.TCP) {
      // Left for the device to fill in when it segments more than 65535 bytes.
      length = had;
    } else if (length == 0
        && header.nextHeader() == IpProtocol.HOP_BY_HOP
        && had >= JumboPayload.LENGTH) {
      if (!walk.isCaptured(next, JumboPayload.LENGTH)) {
        return PacketKind.TRUNCATED;
      }
      JumboPayload option = JumboPayload.read(walk.frame().bytes(), next);
      jumbo = option.isPresent();
      length = jumbo ? option.payloadLength() : 0;
    }
    if (length > had && !isWithoutIcrc(header.nextHeader(), next, length - had)) {
      return walk.tooShort(NetRules.IPV6_LENGTH_BEYOND_FRAME, at, length, had);
    }
    walk.endsAt(next + (int) length);
    return extensions(at, header.nextHeader(), jumbo);
  }

  /** Walks the extension headers of the IPv6 packet at {@code start}. */
  private PacketKind extensions(int start, int firstProtocol, boolean jumbo) {
    int protocol = firstProtocol;
    int protocolAt = start + Ipv6Header.NEXT_HEADER;
    int at = start + Ipv6Header.LENGTH;
    while (isExtension(protocol)) {
      if (!walk.isCaptured(at, Ipv6Extension.LENGTH)) {
        return walk.shortage(NetRules.IPV6_EXTENSION_BEYOND_PACKET, at, Ipv6Extension.LENGTH);
      }
      if (protocol == IpProtocol.FRAGMENT) {
        Ipv6Fragment header = Ipv6Fragment.read(walk.frame().bytes(), at);
        walk.show(header, at, Ipv6Fragment.LENGTH);
        if (!header.isAtomic()) {
          return fragment(start, at, protocolAt, header);
        }
        protocol = header.nextHeader();
        protocolAt = at;
        at += Ipv6Fragment.LENGTH;
      } else {
        Ipv6Extension header = Ipv6Extension.read(walk.frame().bytes(), at);
        int length = header.headerLength(protocol);
        int had = walk.wireEnd() - at;
        if (had < length) {
          return walk.tooShort(NetRules.IPV6_EXTENSION_BEYOND_PACKET, at, length, had);
        }
        walk.show(header, at, length);
        protocol = header.nextHeader();
        protocolAt = at;
        at += length;
      }
    }
    return transport(protocol, at, jumbo);
  }

  /**
   * Whether what a frame lacks is the invariant CRC of RoCE: adapters check it and may take it off
   * before they show the frame, and leave all lengths as they were.
   */
  private boolean isWithoutIcrc(int protocol, int at, long lacking) {
    if (lacking != ICRC || protocol != IpProtocol.UDP || !walk.isCaptured(at, UdpHeader.LENGTH)) {
      return false;
    }
    UdpHeader header = UdpHeader.read(walk.frame().bytes(), at);
    int port = header.destinationPort();
    return header.length() >= SHORTEST_ROCE && (port == UdpPort.ROCE_V2 || isClosed(port));
  }

  private static boolean isExtension(int protocol) {
    return protocol == IpProtocol.HOP_BY_HOP
        || protocol == IpProtocol.ROUTING
        || protocol == IpProtocol.FRAGMENT
        || protocol == IpProtocol.AUTHENTICATION
        || protocol == IpProtocol.DESTINATION_OPTIONS;
  }

  private PacketKind fragment(int start, int at, int protocolAt, Ipv6Fragment header) {
    int behind = at + Ipv6Fragment.LENGTH;
    begin(header.nextHeader(), true, behind);
    FragmentKey key = key(header.identification(), FragmentKey.ANY_PROTOCOL);
    return fragment(
        new Fragment(
            key,
            start,
            behind,
            protocolAt - start,
            header.fragmentOffset(),
            header.moreFragments(),
            header.nextHeader()));
  }

  private FragmentKey key(int identification, int protocol) {
    Datagram datagram = walk.datagram();
    return new FragmentKey(
        datagram.source(),
        datagram.destination(),
        identification,
        protocol,
        walk.frame().viewpoint());
  }

  private PacketKind fragment(Fragment fragment) {
    boolean ipv4 = walk.datagram().isIpv4();
    return switch (fragments.take(fragment, walk)) {
      case HELD -> PacketKind.IP_FRAGMENT;
      case MALFORMED -> PacketKind.MALFORMED;
      case WHOLE -> walk.together(fragments.packet(), ipv4 ? EtherType.IPV4 : EtherType.IPV6);
    };
  }

  private void begin(int protocol, boolean fragment, int at) {
    walk.datagram().transport(protocol, fragment, at);
    walk.datagram().payload(at, walk.wireEnd(), walk.capturedEnd());
  }

  /** Decodes what a whole IP packet carries. */
  private PacketKind transport(int protocol, int at, boolean jumbo) {
    begin(protocol, false, at);
    if (!walk.isCaptured(at, 0)) {
      return PacketKind.TRUNCATED;
    }
    return switch (protocol) {
      case IpProtocol.UDP -> udp(at, jumbo);
      case IpProtocol.TCP -> PacketKind.TCP;
      case IpProtocol.IPV4 -> walk.inside(EtherType.IPV4, at, walk.wireEnd());
      case IpProtocol.IPV6 -> walk.inside(EtherType.IPV6, at, walk.wireEnd());
      case IpProtocol.MPLS -> walk.inside(EtherType.MPLS, at, walk.wireEnd());
      case IpProtocol.GRE -> walk.tunnel().gre(at);
      default -> PacketKind.OTHER_PROTOCOL;
    };
  }

  private PacketKind udp(int at, boolean jumbo) {
    if (!walk.isCaptured(at, UdpHeader.LENGTH)) {
      return walk.shortage(NetRules.UDP_SHORT, at, UdpHeader.LENGTH);
    }
    UdpHeader header = UdpHeader.read(walk.frame().bytes(), at);
    walk.show(header, at, UdpHeader.LENGTH);
    walk.datagram().ports(header.sourcePort(), header.destinationPort());
    int had = walk.wireEnd() - at;
    int length = header.length() == 0 && jumbo ? had : header.length();
    if (length < UdpHeader.LENGTH) {
      return walk.wrong(NetRules.UDP_LENGTH, at, "length", length);
    }
    if (length > had) {
      return walk.tooShort(NetRules.UDP_LENGTH_BEYOND_PACKET, at, length, had);
    }
    int payload = at + UdpHeader.LENGTH;
    int end = at + length;
    walk.datagram().payload(payload, end, walk.capturedEnd());
    int port = header.destinationPort();
    return UdpPort.isTunnel(port) && !isClosed(port)
        ? walk.tunnel().udp(port, payload, end)
        : PacketKind.UDP;
  }

  private boolean isClosed(int port) {
    for (int closed : closedPorts) {
      if (closed == port) {
        return true;
      }
    }
    return false;
  }
}
