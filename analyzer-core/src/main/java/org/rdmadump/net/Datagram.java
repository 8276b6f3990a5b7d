package org.rdmadump.net;

import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.link.EtherType;
import org.rdmadump.link.Lrh;

/**
 * What the link, network and transport layers said of one frame.
 *
 * <p>A decoding loop owns one instance, and {@link PacketDecoder} overwrites it with every frame.
 * Offsets are indexes into the buffer of the frame, as {@code Frame.offset()} is. What the {@link
 * #kind()} does not reach is 0, or -1 where said.
 *
 * <p>Where there are tunnels, all of it is about the innermost packet; congestion that the outer
 * one met is the inner one's too, as the end of the tunnel has it (RFC 6040 section 4.2). Where the
 * frame was the last missing fragment of a packet, it is about that packet, and the offsets are
 * indexes into the frame that {@link PacketDecoder#holder} names.
 *
 * <p>The payload is what the innermost decoded layer carries: of {@link PacketKind#UDP} the UDP
 * payload; of {@link PacketKind#TCP}, {@link PacketKind#OTHER_PROTOCOL} and {@link
 * PacketKind#IP_FRAGMENT} the bytes behind the IP headers; of {@link PacketKind#ROCE_V1} and {@link
 * PacketKind#INFINIBAND} those from the base transport header to the end of the invariant CRC; of
 * {@link PacketKind#INFINIBAND_RAW} those behind the raw header; of {@link PacketKind#NOT_IP} those
 * behind the link-layer header, with any padding.
 */
public final class Datagram {
  /** {@link #vlanId()} of a frame without a VLAN tag. */
  public static final int NO_VLAN = -1;

  private static final int TOGETHER = 1;
  private static final int GLOBAL_ROUTE = 2;
  private static final int VARIANT_CRC = 4;
  private static final int OUTER_CONGESTION = 8;

  /** Congestion experienced: both bits (RFC 3168 section 5). */
  private static final int ECN = 3;

  private PacketKind kind = PacketKind.UNKNOWN_LINK_TYPE;
  private int traits;
  private int localRouteOffset;
  private int etherType;
  private int vlanId = NO_VLAN;
  private int networkOffset;
  private boolean ipv4;
  private long sourceHigh;
  private long sourceLow;
  private long destinationHigh;
  private long destinationLow;
  private int trafficClass;
  private int protocol;
  private boolean fragment;
  private int transportOffset;
  private int sourcePort;
  private int destinationPort;
  private int payloadOffset;
  private int payloadLength;
  private int payloadCaptured;

  /** Makes a datagram that says nothing yet. */
  public Datagram() {}

  /** {@return how far decoding came} */
  public PacketKind kind() {
    return kind;
  }

  /** {@return the EtherType of the payload of the link layer; 0 if it has none} */
  public int etherType() {
    return etherType;
  }

  /** {@return 12-bit identifier of the innermost VLAN tag, or {@link #NO_VLAN}} */
  public int vlanId() {
    return vlanId;
  }

  /**
   * {@return whether the packet was put together from fragments, and lies where {@link
   * PacketDecoder#holder} says}
   */
  public boolean isTogether() {
    return (traits & TOGETHER) != 0;
  }

  /** {@return index of the local route header of native InfiniBand} */
  public int localRouteOffset() {
    return localRouteOffset;
  }

  /**
   * {@return whether a global route header is at {@link #networkOffset()}: that of RoCE version 1,
   * or one of native InfiniBand}
   */
  public boolean hasGlobalRoute() {
    return (traits & GLOBAL_ROUTE) != 0;
  }

  /** {@return whether the variant CRC of native InfiniBand was captured, behind the payload} */
  public boolean hasVariantCrc() {
    return (traits & VARIANT_CRC) != 0;
  }

  /** {@return index of the first byte behind the link-layer header} */
  public int networkOffset() {
    return networkOffset;
  }

  /** {@return whether the network header is IPv4 and not IPv6} */
  public boolean isIpv4() {
    return ipv4;
  }

  /** {@return first half of the source, as in {@link IpAddress#high()}} */
  public long sourceHigh() {
    return sourceHigh;
  }

  /** {@return second half of the source, as in {@link IpAddress#low()}} */
  public long sourceLow() {
    return sourceLow;
  }

  /** {@return first half of the destination} */
  public long destinationHigh() {
    return destinationHigh;
  }

  /** {@return second half of the destination} */
  public long destinationLow() {
    return destinationLow;
  }

  /** {@return a new value with the source} */
  public IpAddress source() {
    return new IpAddress(sourceHigh, sourceLow);
  }

  /** {@return a new value with the destination} */
  public IpAddress destination() {
    return new IpAddress(destinationHigh, destinationLow);
  }

  /**
   * {@return the 8 bits of DSCP and ECN: IPv4 type of service, IPv6 traffic class; with the
   * congestion that the tunnels around the packet met}
   */
  public int trafficClass() {
    return trafficClass;
  }

  /** {@return IP protocol number of what lies at {@link #transportOffset()}} */
  public int protocol() {
    return protocol;
  }

  /** {@return whether the packet is a fragment of a larger one} */
  public boolean isFragment() {
    return fragment;
  }

  /** {@return index of the first byte behind the IP header, its options and extension headers} */
  public int transportOffset() {
    return transportOffset;
  }

  /** {@return UDP source port} */
  public int sourcePort() {
    return sourcePort;
  }

  /** {@return UDP destination port} */
  public int destinationPort() {
    return destinationPort;
  }

  /** {@return index of the first payload byte} */
  public int payloadOffset() {
    return payloadOffset;
  }

  /**
   * {@return bytes of payload on the wire, as the length fields of the headers say; neither padding
   * nor a frame check sequence counts}
   */
  public int payloadLength() {
    return payloadLength;
  }

  /** {@return bytes of payload that were captured, at most {@link #payloadLength()}} */
  public int payloadCaptured() {
    return payloadCaptured;
  }

  /** {@return whether the snap length cut the payload} */
  public boolean isPayloadCut() {
    return payloadCaptured < payloadLength;
  }

  void clear() {
    kind = PacketKind.UNKNOWN_LINK_TYPE;
    traits = 0;
    etherType = 0;
    vlanId = NO_VLAN;
    trafficClass = 0;
    inside();
  }

  /**
   * Forgets what was said of the packet that turns out to carry a copy of another one, which went
   * another way.
   */
  void mirrored() {
    traits &= ~OUTER_CONGESTION;
    trafficClass = 0;
  }

  /** Forgets what was said of the packet that turns out to carry another one. */
  void inside() {
    if ((trafficClass & ECN) == ECN) {
      traits |= OUTER_CONGESTION;
    }
    localRouteOffset = 0;
    networkOffset = 0;
    ipv4 = false;
    sourceHigh = 0;
    sourceLow = 0;
    destinationHigh = 0;
    destinationLow = 0;
    trafficClass = 0;
    protocol = 0;
    fragment = false;
    transportOffset = 0;
    sourcePort = 0;
    destinationPort = 0;
    payloadOffset = 0;
    payloadLength = 0;
    payloadCaptured = 0;
  }

  /**
   * Sets what a frame says with an IPv4 header without options, of a whole UDP datagram or a TCP
   * segment.
   *
   * @param vlan as {@link #vlanId()}
   * @param at index of the IPv4 header in {@code bytes}
   * @param headers bytes from there to the payload
   * @param length of the payload on the wire
   * @param captured bytes from the payload on that were captured
   */
  void plain(byte[] bytes, int vlan, int at, int headers, int length, int captured) {
    int transport = at + Ipv4Header.LENGTH;
    boolean udp = headers != Ipv4Header.LENGTH;
    kind = udp ? PacketKind.UDP : PacketKind.TCP;
    traits = 0;
    localRouteOffset = 0;
    etherType = EtherType.IPV4;
    vlanId = vlan;
    networkOffset = at;
    ipv4 = true;
    sourceHigh = 0;
    sourceLow = IpAddress.mapped(NetworkOrder.intAt(bytes, at + Ipv4Header.SOURCE));
    destinationHigh = 0;
    destinationLow = IpAddress.mapped(NetworkOrder.intAt(bytes, at + Ipv4Header.DESTINATION));
    trafficClass = NetworkOrder.byteAt(bytes, at + Ipv4Header.TYPE_OF_SERVICE);
    protocol = udp ? IpProtocol.UDP : IpProtocol.TCP;
    fragment = false;
    transportOffset = transport;
    sourcePort = udp ? NetworkOrder.shortAt(bytes, transport + UdpHeader.SOURCE_PORT) : 0;
    destinationPort = udp ? NetworkOrder.shortAt(bytes, transport + UdpHeader.DESTINATION_PORT) : 0;
    payloadOffset = at + headers;
    payloadLength = length;
    payloadCaptured = Math.min(length, captured);
  }

  PacketKind kind(PacketKind kind) {
    this.kind = kind;
    return kind;
  }

  void link(int etherType, int vlanId, int networkOffset) {
    this.etherType = etherType;
    this.vlanId = vlanId;
    this.networkOffset = networkOffset;
  }

  /** Says that what follows is about a packet that was put together. */
  void together() {
    traits |= TOGETHER;
  }

  /** Sets what a local route header says; a global one may say more. */
  void localRoute(Lrh header, int at, boolean variantCrc) {
    localRouteOffset = at;
    networkOffset = at + Lrh.LENGTH;
    if (variantCrc) {
      traits |= VARIANT_CRC;
    }
    sourceHigh = IpAddress.lidHigh();
    sourceLow = header.source();
    destinationHigh = IpAddress.lidHigh();
    destinationLow = header.destination();
  }

  /**
   * Sets what a global route header says. In native InfiniBand the local identifiers stay the
   * addresses within a subnet, where the same ports may also do without this header: the connection
   * manager does.
   */
  void globalRoute(Grh header, int at, boolean roce) {
    traits |= GLOBAL_ROUTE;
    networkOffset = at;
    trafficClass = arrived(header.trafficClass());
    if (roce || header.sourceHigh() != header.destinationHigh()) {
      sourceHigh = header.sourceHigh();
      sourceLow = header.sourceLow();
      destinationHigh = header.destinationHigh();
      destinationLow = header.destinationLow();
    }
  }

  /** Sets what a raw packet of InfiniBand carries. */
  void raw(int etherType, int at) {
    this.etherType = etherType;
    this.networkOffset = at;
  }

  void ipv4(Ipv4Header header) {
    ipv4 = true;
    sourceHigh = 0;
    sourceLow = IpAddress.mapped(header.source());
    destinationHigh = 0;
    destinationLow = IpAddress.mapped(header.destination());
    trafficClass = arrived(header.typeOfService());
  }

  void ipv6(Ipv6Header header) {
    ipv4 = false;
    sourceHigh = header.sourceHigh();
    sourceLow = header.sourceLow();
    destinationHigh = header.destinationHigh();
    destinationLow = header.destinationLow();
    trafficClass = arrived(header.trafficClass());
  }

  /** The traffic class that comes out of the tunnels around a packet. */
  private int arrived(int sent) {
    boolean isMarked = (traits & OUTER_CONGESTION) != 0 && (sent & ECN) != 0;
    return isMarked ? sent | ECN : sent;
  }

  void transport(int protocol, boolean fragment, int transportOffset) {
    this.protocol = protocol;
    this.fragment = fragment;
    this.transportOffset = transportOffset;
  }

  void ports(int sourcePort, int destinationPort) {
    this.sourcePort = sourcePort;
    this.destinationPort = destinationPort;
  }

  /** Sets the payload to what lies between {@code offset} and {@code end} on the wire. */
  void payload(int offset, int end, int capturedEnd) {
    payloadOffset = offset;
    payloadLength = end - offset;
    payloadCaptured = Math.max(0, Math.min(end, capturedEnd) - offset);
  }
}
