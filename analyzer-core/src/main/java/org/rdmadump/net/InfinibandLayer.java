package org.rdmadump.net;

import org.rdmadump.link.EtherType;
import org.rdmadump.link.Lrh;
import org.rdmadump.link.Lrh.NextHeader;
import org.rdmadump.link.RawHeader;

/** Local and global route headers: what is below the transport layer of InfiniBand. */
final class InfinibandLayer {
  /** Bytes of the invariant CRC, which some devices take off before they show a packet. */
  private static final int INVARIANT_CRC = 4;

  private static final int VARIANT_CRC = 2;

  /** A base transport header and the invariant CRC. */
  private static final int SHORTEST_PAYLOAD = 12 + INVARIANT_CRC;

  private final LayerWalk walk;

  InfinibandLayer(LayerWalk walk) {
    this.walk = walk;
  }

  /** Decodes what is behind the EtherType of RoCE version 1. */
  PacketKind roce(int at) {
    return global(at, PacketKind.ROCE_V1);
  }

  /** Decodes a packet of native InfiniBand. */
  PacketKind packet(int at) {
    if (!walk.isCaptured(at, Lrh.LENGTH)) {
      return walk.shortage(NetRules.LRH_SHORT, at, Lrh.LENGTH);
    }
    Lrh header = Lrh.read(walk.frame().bytes(), at);
    if (header.version() != 0) {
      return walk.wrong(NetRules.LRH_VERSION, at, "version", header.version());
    }
    if (header.length() < Lrh.LENGTH) {
      return walk.wrong(NetRules.LRH_LENGTH, at, "packet length", header.length());
    }
    int had = walk.wireEnd() - at;
    boolean raw =
        header.nextHeader() == NextHeader.RAW_ETHER_TYPE
            || header.nextHeader() == NextHeader.RAW_IPV6;
    if (header.length() > had + (raw ? 0 : INVARIANT_CRC)) {
      return walk.tooShort(NetRules.LRH_LENGTH_BEYOND_FRAME, at, header.length(), had);
    }
    walk.show(header, at, Lrh.LENGTH);
    int end = at + header.length();
    walk.datagram().localRoute(header, at, walk.isCaptured(end, VARIANT_CRC));
    walk.endsAt(end);
    int behind = at + Lrh.LENGTH;
    return switch (header.nextHeader()) {
      case GLOBAL_TRANSPORT -> global(behind, PacketKind.INFINIBAND);
      case TRANSPORT -> transport(behind, end, PacketKind.INFINIBAND);
      case RAW_IPV6 -> raw(EtherType.IPV6, behind);
      case RAW_ETHER_TYPE -> raw(behind);
    };
  }

  /** A link packet; what it says is between two ports. */
  PacketKind linkPacket(int at) {
    walk.datagram().payload(at, walk.wireEnd(), walk.capturedEnd());
    return PacketKind.INFINIBAND_LINK;
  }

  private PacketKind global(int at, PacketKind kind) {
    if (!walk.isCaptured(at, Grh.LENGTH)) {
      return walk.shortage(NetRules.GRH_SHORT, at, Grh.LENGTH);
    }
    Grh header = Grh.read(walk.frame().bytes(), at);
    if (header.version() != 6) {
      return walk.wrong(NetRules.GRH_VERSION, at, "version", header.version());
    }
    if (header.nextHeader() != Grh.TRANSPORT) {
      return walk.wrong(NetRules.GRH_NEXT_HEADER, at, "next header", header.nextHeader());
    }
    int behind = at + Grh.LENGTH;
    int had = walk.wireEnd() - behind;
    int length = header.payloadLength();
    boolean isWithoutCrc = length - had == INVARIANT_CRC && length >= SHORTEST_PAYLOAD;
    if (length > had && !isWithoutCrc) {
      return walk.tooShort(NetRules.GRH_LENGTH_BEYOND_PACKET, at, length, had);
    }
    walk.show(header, at, Grh.LENGTH);
    walk.datagram().globalRoute(header, at, kind == PacketKind.ROCE_V1);
    return transport(behind, behind + length, kind);
  }

  private PacketKind transport(int at, int end, PacketKind kind) {
    walk.datagram().transport(0, false, at);
    walk.datagram().payload(at, end, walk.capturedEnd());
    return kind;
  }

  private PacketKind raw(int at) {
    if (!walk.isCaptured(at, RawHeader.LENGTH)) {
      return walk.shortage(NetRules.LRH_LENGTH, at, RawHeader.LENGTH);
    }
    RawHeader header = RawHeader.read(walk.frame().bytes(), at);
    walk.show(header, at, RawHeader.LENGTH);
    return raw(header.etherType(), at + RawHeader.LENGTH);
  }

  private PacketKind raw(int etherType, int at) {
    walk.datagram().raw(etherType, at);
    walk.datagram().payload(at, walk.wireEnd(), walk.capturedEnd());
    return PacketKind.INFINIBAND_RAW;
  }
}
