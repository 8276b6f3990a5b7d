package org.rdmadump.ib.build;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.NakCode;
import org.rdmadump.net.IpAddress;

/**
 * One RoCEv2 frame, field by field: Ethernet, IPv4 or IPv6, UDP, BTH, extension headers, payload,
 * padding and a right ICRC.
 *
 * <p>Nothing is checked: an opcode without its headers, or with foreign ones, is written as told.
 * Extension headers come in the order of {@link ExtensionHeader}, which is that of the wire.
 */
public final class RocePacket {
  /** UDP port of RoCEv2. */
  public static final int UDP_PORT = 4791;

  private static final int ETHERNET_LENGTH = 14;
  private static final int VLAN_TAG_LENGTH = 4;
  private static final int IPV4_LENGTH = 20;
  private static final int IPV6_LENGTH = 40;
  private static final int UDP_LENGTH = 8;
  private static final int ICRC_LENGTH = 4;

  private static final int TYPE_IPV4 = 0x0800;
  private static final int TYPE_IPV6 = 0x86dd;
  private static final int TYPE_VLAN = 0x8100;
  private static final int PROTOCOL_UDP = 17;
  private static final int DO_NOT_FRAGMENT = 0x4000;

  private static final int ACK = 0x00;
  private static final int NO_CREDITS = 0x1f;
  private static final int RNR_NAK = 0x20;
  private static final int NAK = 0x60;

  private final Station from;
  private final Station to;
  private final Map<ExtensionHeader, byte[]> headers = new EnumMap<>(ExtensionHeader.class);

  private int vlan = -1;
  private byte[] ipExtra = {};
  private int ipv6ExtensionType;
  private int typeOfService;
  private int hops = 64;
  private int udpSourcePort = 0xc000;
  private int opcode = Opcodes.RC_SEND_ONLY;
  private boolean solicitedEvent;
  private boolean migReq = true;
  private int padCount = -1;
  private int transportVersion;
  private int pKey = 0xffff;
  private boolean fecn;
  private boolean becn;
  private int destinationQp = QueuePair.DEFAULT_QPN;
  private boolean ackRequest;
  private int psn;
  private byte[] payload = {};
  private int icrcError;
  private Optional<OtherService> service = Optional.empty();

  private RocePacket(Station from, Station to) {
    this.from = from;
    this.to = to;
  }

  /** {@return a packet between two hosts, an empty RC SEND Only until told otherwise} */
  public static RocePacket between(Station from, Station to) {
    return new RocePacket(from, to);
  }

  /** Puts an 802.1Q tag before the IP header. */
  public RocePacket vlan(int tag) {
    this.vlan = tag;
    return this;
  }

  /** Adds IPv4 options; their length is a multiple of four. */
  public RocePacket ipv4Options(byte[] options) {
    this.ipExtra = options.clone();
    return this;
  }

  /** Adds an IPv6 extension header, whose first byte is set to name UDP as the next one. */
  public RocePacket ipv6Extension(int type, byte[] header) {
    this.ipv6ExtensionType = type;
    this.ipExtra = header.clone();
    ipExtra[0] = PROTOCOL_UDP;
    return this;
  }

  /** Sets the type of service or traffic class. */
  public RocePacket typeOfService(int value) {
    this.typeOfService = value;
    return this;
  }

  /** Sets the time to live or hop limit. */
  public RocePacket hops(int value) {
    this.hops = value;
    return this;
  }

  /** Sets the UDP source port. */
  public RocePacket udpSourcePort(int port) {
    this.udpSourcePort = port;
    return this;
  }

  /** Sets the opcode, see {@link Opcodes}. */
  public RocePacket opcode(int code) {
    this.opcode = code;
    return this;
  }

  /** Sets the solicited event bit. */
  public RocePacket solicitedEvent() {
    this.solicitedEvent = true;
    return this;
  }

  /** Sets or clears the migration bit. */
  public RocePacket migReq(boolean value) {
    this.migReq = value;
    return this;
  }

  /** States a pad count other than the right one; the padding stays right. */
  public RocePacket padCount(int value) {
    this.padCount = value;
    return this;
  }

  /** Sets the transport header version. */
  public RocePacket transportVersion(int value) {
    this.transportVersion = value;
    return this;
  }

  /** Sets the partition key. */
  public RocePacket pKey(int value) {
    this.pKey = value;
    return this;
  }

  /** Sets the forward congestion bit. */
  public RocePacket fecn() {
    this.fecn = true;
    return this;
  }

  /** Sets the backward congestion bit. */
  public RocePacket becn() {
    this.becn = true;
    return this;
  }

  /** Sets the receiver's queue pair. */
  public RocePacket destinationQp(int qpn) {
    this.destinationQp = qpn;
    return this;
  }

  /** Asks for an acknowledgement. */
  public RocePacket ackRequest() {
    this.ackRequest = true;
    return this;
  }

  /** Sets the PSN. */
  public RocePacket psn(int value) {
    this.psn = value;
    return this;
  }

  /** Makes it one of another service, if it is one of RC. */
  public RocePacket carriedBy(OtherService other) {
    this.service = Optional.of(other);
    return this;
  }

  /** Adds an RDETH. */
  public RocePacket rdeth(int eeContext) {
    return header(ExtensionHeader.RDETH, header -> header.putInt(eeContext));
  }

  /** Adds a DETH. */
  public RocePacket deth(int queueKey, int sourceQp) {
    return header(ExtensionHeader.DETH, header -> header.putInt(queueKey).putInt(sourceQp));
  }

  /** Adds an XRCETH. */
  public RocePacket xrcEth(int sharedReceiveQueue) {
    return header(ExtensionHeader.XRC_ETH, header -> header.putInt(sharedReceiveQueue));
  }

  /** Adds a FETH. */
  public RocePacket feth(int selectivity, int placementType) {
    return header(ExtensionHeader.FETH, header -> header.putInt(selectivity << 4 | placementType));
  }

  /** Adds a RETH. */
  public RocePacket reth(long virtualAddress, int rKey, int dmaLength) {
    return header(
        ExtensionHeader.RETH,
        header -> header.putLong(virtualAddress).putInt(rKey).putInt(dmaLength));
  }

  /** Adds an AtomicETH. */
  public RocePacket atomicEth(long virtualAddress, int rKey, long swapOrAdd, long compare) {
    return header(
        ExtensionHeader.ATOMIC_ETH,
        header -> header.putLong(virtualAddress).putInt(rKey).putLong(swapOrAdd).putLong(compare));
  }

  /** Adds an AETH with the given syndrome. */
  public RocePacket aeth(int syndrome, int msn) {
    return header(
        ExtensionHeader.AETH, header -> header.putInt((syndrome << 24) | (msn & 0xffffff)));
  }

  /** Adds an AETH that acknowledges. */
  public RocePacket ack(int msn) {
    return aeth(ACK | NO_CREDITS, msn);
  }

  /** Adds an AETH that refuses. */
  public RocePacket nak(NakCode code, int msn) {
    return aeth(NAK | code.code(), msn);
  }

  /** Adds an AETH that asks to come again later. */
  public RocePacket rnrNak(int timerCode, int msn) {
    return aeth(RNR_NAK | timerCode, msn);
  }

  /** Adds an AtomicAckETH. */
  public RocePacket atomicAckEth(long original) {
    return header(ExtensionHeader.ATOMIC_ACK_ETH, header -> header.putLong(original));
  }

  /** Adds immediate data. */
  public RocePacket immediate(int value) {
    return header(ExtensionHeader.IMM_DT, header -> header.putInt(value));
  }

  /** Adds an IETH. */
  public RocePacket ieth(int rKey) {
    return header(ExtensionHeader.IETH, header -> header.putInt(rKey));
  }

  /** Sets the payload, without padding. */
  public RocePacket payload(byte[] bytes) {
    this.payload = bytes.clone();
    return this;
  }

  /** Makes the ICRC wrong. */
  public RocePacket badIcrc() {
    this.icrcError = 0x01010101;
    return this;
  }

  /** {@return where the base transport header begins in the frame} */
  public int bthOffset() {
    return ipOffset() + ipLength() + UDP_LENGTH;
  }

  /** {@return the frame} */
  public byte[] bytes() {
    service.ifPresent(
        other -> {
          service = Optional.empty();
          opcode = other.change(this, opcode, destinationQp);
        });
    int pad = -payload.length & 3;
    int headersLength = headers.values().stream().mapToInt(header -> header.length).sum();
    int udpLength = UDP_LENGTH + Bth.LENGTH + headersLength + payload.length + pad + ICRC_LENGTH;
    ByteBuffer frame = ByteBuffer.allocate(ipOffset() + ipLength() + udpLength);
    putEthernet(frame);
    if (from.isIpv4()) {
      putIpv4(frame, udpLength);
    } else {
      putIpv6(frame, udpLength);
    }
    frame
        .putShort((short) udpSourcePort)
        .putShort((short) UDP_PORT)
        .putShort((short) udpLength)
        .putShort((short) 0);
    putBth(frame, padCount < 0 ? pad : padCount);
    headers.values().forEach(frame::put);
    frame.put(payload).put(new byte[pad]);
    int icrc = icrc(frame.array().clone(), frame.position()) ^ icrcError;
    frame.order(ByteOrder.LITTLE_ENDIAN).putInt(icrc);
    return frame.array();
  }

  private int ipOffset() {
    return vlan < 0 ? ETHERNET_LENGTH : ETHERNET_LENGTH + VLAN_TAG_LENGTH;
  }

  private int ipLength() {
    return (from.isIpv4() ? IPV4_LENGTH : IPV6_LENGTH) + ipExtra.length;
  }

  private void putEthernet(ByteBuffer frame) {
    putMac(frame, to.mac());
    putMac(frame, from.mac());
    if (vlan >= 0) {
      frame.putShort((short) TYPE_VLAN).putShort((short) vlan);
    }
    frame.putShort((short) (from.isIpv4() ? TYPE_IPV4 : TYPE_IPV6));
  }

  private static void putMac(ByteBuffer frame, long mac) {
    frame.putShort((short) (mac >> 32)).putInt((int) mac);
  }

  private void putIpv4(ByteBuffer frame, int udpLength) {
    int at = frame.position();
    frame.put((byte) (0x40 | (ipLength() / 4))).put((byte) typeOfService);
    frame.putShort((short) (ipLength() + udpLength)).putShort((short) psn);
    frame.putShort((short) DO_NOT_FRAGMENT);
    frame.put((byte) hops).put((byte) PROTOCOL_UDP).putShort((short) 0);
    frame.putInt((int) from.address().low()).putInt((int) to.address().low()).put(ipExtra);
    frame.putShort(at + 10, headerChecksum(frame, at));
  }

  private short headerChecksum(ByteBuffer frame, int at) {
    int sum = 0;
    for (int i = 0; i < ipLength(); i += 2) {
      sum += Short.toUnsignedInt(frame.getShort(at + i));
    }
    sum = (sum & 0xffff) + (sum >>> 16);
    sum = (sum & 0xffff) + (sum >>> 16);
    return (short) ~sum;
  }

  private void putIpv6(ByteBuffer frame, int udpLength) {
    frame.putInt(0x60000000 | (typeOfService << 20));
    frame.putShort((short) (ipExtra.length + udpLength));
    frame.put((byte) (ipExtra.length > 0 ? ipv6ExtensionType : PROTOCOL_UDP)).put((byte) hops);
    putAddress(frame, from.address());
    putAddress(frame, to.address());
    frame.put(ipExtra);
  }

  private static void putAddress(ByteBuffer frame, IpAddress address) {
    frame.putLong(address.high()).putLong(address.low());
  }

  private void putBth(ByteBuffer frame, int pad) {
    int flags = bit(solicitedEvent, 0x80) | bit(migReq, 0x40) | (pad << 4) | transportVersion;
    frame.put((byte) opcode).put((byte) flags).putShort((short) pKey);
    frame.putInt(((bit(fecn, 0x80) | bit(becn, 0x40)) << 24) | (destinationQp & 0xffffff));
    frame.putInt((bit(ackRequest, 0x80) << 24) | (psn & 0xffffff));
  }

  private static int bit(boolean set, int bit) {
    return set ? bit : 0;
  }

  /**
   * The plain way: a masked copy of the packet. The decoder has another, so each checks the other.
   */
  private int icrc(byte[] copy, int end) {
    int ip = ipOffset();
    int udp = ip + ipLength();
    byte ones = (byte) 0xff;
    if (from.isIpv4()) {
      copy[ip + 1] = ones;
      copy[ip + 8] = ones;
      copy[ip + 10] = ones;
      copy[ip + 11] = ones;
    } else {
      copy[ip] |= 0x0f;
      copy[ip + 1] = ones;
      copy[ip + 2] = ones;
      copy[ip + 3] = ones;
      copy[ip + 7] = ones;
    }
    copy[udp + 6] = ones;
    copy[udp + 7] = ones;
    copy[udp + UDP_LENGTH + 4] = ones;
    CRC32 crc = new CRC32();
    crc.update(new byte[] {ones, ones, ones, ones, ones, ones, ones, ones});
    crc.update(copy, ip, end - ip);
    return (int) crc.getValue();
  }

  private RocePacket header(ExtensionHeader header, Consumer<ByteBuffer> writer) {
    byte[] bytes = new byte[header.length()];
    writer.accept(ByteBuffer.wrap(bytes));
    headers.put(header, bytes);
    return this;
  }
}
