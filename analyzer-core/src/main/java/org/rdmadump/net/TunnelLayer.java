package org.rdmadump.net;

import java.nio.ByteBuffer;
import org.rdmadump.link.EtherType;

/** Headers that carry a network or an Ethernet link in another one. */
final class TunnelLayer {
  private static final int VERSION_SHIFT = 4;

  /** What an Ethernet pseudowire may begin with, RFC 4448 section 4.6. */
  private static final int CONTROL_WORD = 4;

  private final LayerWalk walk;

  TunnelLayer(LayerWalk walk) {
    this.walk = walk;
  }

  /**
   * Decodes an MPLS label stack. What is behind it no field says: the version of IP shows in the
   * first four bits, and zeros there are a pseudowire's control word, which is taken for
   * Ethernet's.
   */
  PacketKind mpls(int start) {
    int at = start;
    boolean bottom = false;
    while (!bottom) {
      if (!walk.isCaptured(at, MplsLabel.LENGTH)) {
        return walk.shortage(NetRules.MPLS_SHORT, at, MplsLabel.LENGTH);
      }
      MplsLabel label = MplsLabel.read(walk.frame().bytes(), at);
      walk.show(label, at, MplsLabel.LENGTH);
      bottom = label.isBottom();
      at += MplsLabel.LENGTH;
    }
    if (!walk.isCaptured(at, 1)) {
      return walk.shortage(NetRules.MPLS_SHORT, at, 1);
    }
    int end = walk.wireEnd();
    return switch ((walk.frame().bytes().get(at) & 0xff) >> VERSION_SHIFT) {
      case 4 -> walk.inside(EtherType.IPV4, at, end);
      case 6 -> walk.inside(EtherType.IPV6, at, end);
      case 0 -> pseudowire(at, end);
      default -> walk.notIp(at);
    };
  }

  private PacketKind pseudowire(int at, int end) {
    return walk.isCaptured(at, CONTROL_WORD)
        ? walk.inside(EtherType.TRANSPARENT_ETHERNET, at + CONTROL_WORD, end)
        : walk.shortage(NetRules.MPLS_SHORT, at, CONTROL_WORD);
  }

  /** Decodes a GRE header that reaches, with what it carries, to the end of its IP packet. */
  PacketKind gre(int at) {
    if (!walk.isCaptured(at, GreHeader.LENGTH)) {
      return walk.shortage(NetRules.GRE_SHORT, at, GreHeader.LENGTH);
    }
    GreHeader header = GreHeader.read(walk.frame().bytes(), at);
    if (header.version() != 0 || header.hasRouting()) {
      return PacketKind.OTHER_PROTOCOL;
    }
    int length = header.headerLength();
    if (!walk.isCaptured(at, length)) {
      return walk.shortage(NetRules.GRE_SHORT, at, length);
    }
    walk.show(header, at, length);
    int behind = at + length;
    return switch (header.etherType()) {
      case ErspanHeader.TYPE_II -> header.hasSequence() ? erspan(behind, header) : mirrored(behind);
      case ErspanHeader.TYPE_III -> erspan(behind, header);
      default -> walk.inside(header.etherType(), behind, walk.wireEnd());
    };
  }

  private PacketKind erspan(int at, GreHeader gre) {
    int type = gre.etherType();
    int shortest = type == ErspanHeader.TYPE_III ? ErspanHeader.LONG_LENGTH : ErspanHeader.LENGTH;
    if (!walk.isCaptured(at, shortest)) {
      return walk.shortage(NetRules.ERSPAN_SHORT, at, shortest);
    }
    ErspanHeader header =
        ErspanHeader.read(walk.frame().bytes(), at, type == ErspanHeader.TYPE_III);
    if (!header.isOf(type)) {
      return PacketKind.OTHER_PROTOCOL;
    }
    int length = header.headerLength(type);
    walk.show(header, at, length);
    return walk.isCaptured(at, length)
        ? mirrored(at + length)
        : walk.shortage(NetRules.ERSPAN_SHORT, at, length);
  }

  private PacketKind mirrored(int at) {
    walk.datagram().mirrored();
    return walk.inside(EtherType.TRANSPARENT_ETHERNET, at, walk.wireEnd());
  }

  /**
   * Decodes the payload of a datagram to a port where tunnels end. What does not look like their
   * header stays a datagram.
   */
  PacketKind udp(int port, int at, int end) {
    if (end - at < VxlanHeader.LENGTH) {
      return PacketKind.UDP;
    }
    if (!walk.isCaptured(at, VxlanHeader.LENGTH)) {
      return PacketKind.TRUNCATED;
    }
    ByteBuffer bytes = walk.frame().bytes();
    if (port == UdpPort.GENEVE) {
      return geneve(GeneveHeader.read(bytes, at), at, end);
    }
    VxlanHeader header = VxlanHeader.read(bytes, at);
    if (!header.isValid()) {
      return PacketKind.UDP;
    }
    walk.show(header, at, VxlanHeader.LENGTH);
    return walk.inside(EtherType.TRANSPARENT_ETHERNET, at + VxlanHeader.LENGTH, end);
  }

  private PacketKind geneve(GeneveHeader header, int at, int end) {
    if (header.version() != 0) {
      return PacketKind.UDP;
    }
    int length = header.headerLength();
    walk.show(header, at, length);
    return length > end - at
        ? walk.tooShort(NetRules.GENEVE_BEYOND_DATAGRAM, at, length, end - at)
        : walk.inside(header.etherType(), at + length, end);
  }
}
