package org.rdmadump.net;

import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.link.EtherType;
import org.rdmadump.link.HeaderSink;
import org.rdmadump.link.LinkLayer;
import org.rdmadump.link.LinkLayer.Reach;

/**
 * Walks one frame at a time down its layers, into whatever tunnels it carries; and on in a packet
 * that it was the last fragment of.
 *
 * <p>It knows where it is: the frame that the indexes are in, and the ends of what carries the next
 * header, on the wire and captured. The layers ask it and tell it.
 */
final class LayerWalk {
  /** Tunnels inside of each other, and packets put together, that are followed in one frame. */
  static final int MOST_TUNNELS = 8;

  private final @Nullable HeaderSink headers;
  private final LinkLayer link;
  private final IpLayer ip;
  private final TunnelLayer tunnel;
  private final InfinibandLayer infiniband;
  private Frame frame = new Frame();
  private Datagram datagram = new Datagram();
  private FindingSink findings = new Nowhere();
  private int wireEnd;
  private int capturedEnd;
  private int tunnels;

  /** Where findings go before there is a frame. */
  private static final class Nowhere implements FindingSink {
    @Override
    public void accept(Finding finding) {}
  }

  /**
   * A walk that shows headers to {@code headers}, null for nobody, and never takes datagrams to
   * {@code closedPorts} for tunnels.
   */
  LayerWalk(Fragments fragments, @Nullable HeaderSink headers, int[] closedPorts) {
    this.headers = headers;
    this.link = new LinkLayer(headers);
    this.ip = new IpLayer(this, fragments, closedPorts);
    this.tunnel = new TunnelLayer(this);
    this.infiniband = new InfinibandLayer(this);
  }

  /** Walks a frame and says how far it came. */
  PacketKind decode(Frame frame, Datagram datagram, FindingSink findings) {
    this.frame = frame;
    this.datagram = datagram;
    this.findings = findings;
    tunnels = 0;
    datagram.clear();
    return behindLink(link.decode(frame, findings));
  }

  /** The frame that indexes are in: the one that was captured, or one put together. */
  Frame frame() {
    return frame;
  }

  Datagram datagram() {
    return datagram;
  }

  FindingSink findings() {
    return findings;
  }

  /** Index behind the last byte on the wire of what carries the next header. */
  int wireEnd() {
    return wireEnd;
  }

  /** Index behind the last captured byte of that. */
  int capturedEnd() {
    return capturedEnd;
  }

  /** Whether {@code length} bytes from {@code at} on were captured. */
  boolean isCaptured(int at, int length) {
    return capturedEnd - at >= length;
  }

  /** Shows a header of {@code length} bytes at {@code at}. */
  void show(Object header, int at, int length) {
    if (headers != null) {
      headers.header(header, frame, at, length);
    }
  }

  TunnelLayer tunnel() {
    return tunnel;
  }

  /** What the next header carries ends there on the wire. */
  void endsAt(int end) {
    wireEnd = end;
    capturedEnd = Math.min(capturedEnd, end);
  }

  /** Walks on in a packet that was put together. */
  PacketKind together(Frame packet, int etherType) {
    if (++tunnels > MOST_TUNNELS) {
      return tooDeep(packet.offset());
    }
    frame = packet;
    wireEnd = packet.wireEnd();
    capturedEnd = packet.end();
    datagram.together();
    return network(etherType, packet.offset());
  }

  /** Walks into what a tunnel carries from {@code at} on, to where it ends on the wire. */
  PacketKind inside(int etherType, int at, int end) {
    endsAt(end);
    if (++tunnels > MOST_TUNNELS) {
      return tooDeep(at);
    }
    datagram.inside();
    if (etherType == EtherType.TRANSPARENT_ETHERNET) {
      return behindLink(link.ethernet(frame, at, wireEnd, capturedEnd, findings));
    }
    return network(etherType, at);
  }

  private PacketKind behindLink(Reach reach) {
    wireEnd = link.wireEnd();
    capturedEnd = link.capturedEnd();
    return switch (reach) {
      case PAYLOAD -> network(link.etherType(), link.end());
      case INFINIBAND -> infiniband.packet(link.end());
      case INFINIBAND_LINK -> infiniband.linkPacket(link.end());
      case TRUNCATED -> PacketKind.TRUNCATED;
      case MALFORMED -> PacketKind.MALFORMED;
      case UNKNOWN_LINK_TYPE -> PacketKind.UNKNOWN_LINK_TYPE;
    };
  }

  private PacketKind network(int etherType, int at) {
    datagram.link(etherType, link.vlanId(), at);
    return switch (etherType) {
      case EtherType.IPV4 -> ip.version4(at);
      case EtherType.IPV6 -> ip.version6(at);
      case EtherType.MPLS, EtherType.MPLS_UPSTREAM -> tunnel.mpls(at);
      case EtherType.ROCE_V1 -> infiniband.roce(at);
      default -> notIp(at);
    };
  }

  /** What lies at {@code at} is not looked into. */
  PacketKind notIp(int at) {
    datagram.payload(at, wireEnd, capturedEnd);
    return PacketKind.NOT_IP;
  }

  /** Says that a header of {@code needed} bytes is not there: not captured, or not on the wire. */
  PacketKind shortage(Rule rule, int at, int needed) {
    int had = wireEnd - at;
    return had >= needed ? PacketKind.TRUNCATED : tooShort(rule, at, needed, had);
  }

  /** Says that there are fewer bytes on the wire than needed. */
  PacketKind tooShort(Rule rule, int at, long needed, int had) {
    return malformed(rule, at, "needs " + Counted.of(needed, "byte") + ", there are " + had);
  }

  /** Says that a field cannot have the value that it has. */
  PacketKind wrong(Rule rule, int at, String field, int value) {
    return malformed(rule, at, field + " " + value);
  }

  private PacketKind malformed(Rule rule, int at, String message) {
    report(rule, at, message);
    return PacketKind.MALFORMED;
  }

  private PacketKind tooDeep(int at) {
    report(NetRules.TUNNEL_DEPTH, at, "more than " + MOST_TUNNELS + " nested tunnels");
    return PacketKind.OTHER_PROTOCOL;
  }

  private void report(Rule rule, int at, String message) {
    findings.accept(new Finding(rule, frame.number(), at - frame.offset(), message));
  }
}
