package org.rdmadump.analysis.ends;

import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.TransportService;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.net.UdpPort;
import org.rdmadump.tcp.TcpSegment;

/**
 * A packet of RDMA, or a TCP segment, as one capture shows it: what no device on the way changes. A
 * loop owns one and reads it from each frame, without an allocation.
 */
final class TapPacket {
  /** Positions of InfiniBand are PSNs in the upper 24 bits, so that both kinds wrap alike. */
  static final int PSN_SHIFT = 8;

  /** Stands for the queue pair of TCP. */
  static final int NO_QUEUE_PAIR = -1;

  /** Queue pairs 0 and 1 carry management datagrams. */
  private static final int LAST_MANAGEMENT_QP = 1;

  private static final int QP_AT = 4;
  private static final int PSN_AT = 8;
  private static final int NAK_SHIFT = 5;
  private static final int RNR = 1;
  private static final int NAK = 3;
  private static final int IPV4_IDENTIFICATION = 4;
  private static final int PREFIX = 32;
  private static final int ICRC = 4;
  private static final int OPTION_MSS = 2;
  private static final int MSS_LENGTH = 4;
  private static final int TCP_HEADER = 20;

  private final Datagram datagram = new Datagram();
  private final TcpSegment segment = new TcpSegment();
  private final PacketDecoder packets;
  private final int[] udpPorts;

  private long nanos;
  private long frame;
  private boolean tcp;
  private long sourceHost;
  private long destinationHost;
  private long source;
  private long destination;
  private int number;
  private int opcode;
  private int position;
  private int length;
  private int identification;
  private int acknowledgement;
  private int acknowledges;
  private int maxSegment;
  private long prefix;

  /**
   * A packet that says nothing yet.
   *
   * @param udpPorts destination ports of RoCE version 2 beside the usual one
   */
  TapPacket(int... udpPorts) {
    this.udpPorts = udpPorts.clone();
    this.packets = new PacketDecoder(udpPorts);
  }

  /** Reads a frame; false if it is neither RDMA nor TCP, or the snap length cut its header. */
  boolean read(Frame from) {
    PacketKind kind = packets.decode(from, datagram, finding -> {});
    nanos = from.epochNanos();
    frame = from.number();
    tcp = kind == PacketKind.TCP;
    boolean is =
        switch (kind) {
          case UDP -> isRoce(datagram.destinationPort());
          case ROCE_V1, INFINIBAND, TCP -> true;
          default -> false;
        };
    if (!is) {
      return false;
    }
    Frame holder = packets.holder(from, datagram);
    identification =
        datagram.isIpv4()
            ? NetworkOrder.shortAt(holder.array(), datagram.networkOffset() + IPV4_IDENTIFICATION)
            : 0;
    sourceHost = KeyHash.of(datagram.sourceHigh(), datagram.sourceLow());
    destinationHost = KeyHash.of(datagram.destinationHigh(), datagram.destinationLow());
    source = sourceHost;
    destination = destinationHost;
    return tcp ? readSegment(holder) : readTransport(holder);
  }

  private boolean isRoce(int port) {
    if (port == UdpPort.ROCE_V2) {
      return true;
    }
    for (int each : udpPorts) {
      if (each == port) {
        return true;
      }
    }
    return false;
  }

  private boolean readTransport(Frame holder) {
    if (datagram.payloadCaptured() < Bth.LENGTH) {
      return false;
    }
    byte[] bytes = holder.array();
    int at = datagram.payloadOffset();
    opcode = bytes[at] & 0xff;
    number = NetworkOrder.intAt(bytes, at + QP_AT) & Psn.MASK;
    position = NetworkOrder.intAt(bytes, at + PSN_AT) << PSN_SHIFT;
    length = datagram.payloadLength();
    acknowledgement = position;
    acknowledges = 0;
    Opcode code = Opcode.of(opcode);
    if (code.isResponse()) {
      acknowledges = 1;
      if (code.operation() == Operation.ACKNOWLEDGE && datagram.payloadCaptured() > Bth.LENGTH) {
        acknowledges = ((bytes[at + Bth.LENGTH] & 0xff) >> NAK_SHIFT) + 1;
      }
    }
    prefix = prefix(holder, at + Bth.LENGTH, length - Bth.LENGTH - ICRC);
    return true;
  }

  private boolean readSegment(Frame holder) {
    if (segment.read(holder, datagram, finding -> {}) != TcpSegment.Reading.WHOLE) {
      return false;
    }
    source = KeyHash.of(source, segment.sourcePort());
    destination = KeyHash.of(destination, segment.destinationPort());
    number = segment.destinationPort();
    opcode = (segment.isSyn() ? 2 : 0) | (segment.isFin() ? 1 : 0) | (segment.isRst() ? 4 : 0);
    length = segment.payloadLength();
    // SYN and FIN take a number each (RFC 9293 section 3.4).
    position = segment.sequence() + length + (segment.isSyn() || segment.isFin() ? 1 : 0);
    acknowledgement = segment.acknowledgement();
    acknowledges = segment.isAck() ? 1 : 0;
    maxSegment = segment.isSyn() ? maxSegment(holder) : 0;
    prefix = prefix(holder, segment.payloadOffset(), length);
    return true;
  }

  private int maxSegment(Frame holder) {
    byte[] bytes = holder.array();
    int at = datagram.payloadOffset() + TCP_HEADER;
    // The first option of every usual system.
    boolean is =
        segment.payloadOffset() >= at + MSS_LENGTH
            && datagram.payloadCaptured() >= TCP_HEADER + MSS_LENGTH
            && bytes[at] == OPTION_MSS
            && bytes[at + 1] == MSS_LENGTH;
    return is ? NetworkOrder.shortAt(bytes, at + 2) : 0;
  }

  /** The first bytes of what it carries; 0 if they were not captured. */
  private long prefix(Frame holder, int at, int has) {
    int take = Math.min(PREFIX, has) / Long.BYTES * Long.BYTES;
    if (take <= 0 || at + take > holder.end()) {
      return 0;
    }
    long mixed = take;
    for (int i = 0; i < take; i += Long.BYTES) {
      mixed = KeyHash.of(mixed, holder.bytes().getLong(at + i));
    }
    return mixed;
  }

  /** Time of capture, by the clock of that capture. */
  long nanos() {
    return nanos;
  }

  long frame() {
    return frame;
  }

  boolean isTcp() {
    return tcp;
  }

  /** Key of the sender's address, of TCP with its port. */
  long source() {
    return source;
  }

  /** Key of the receiver's address, of TCP with its port. */
  long destination() {
    return destination;
  }

  /** Key of the sender's address. */
  long sourceHost() {
    return sourceHost;
  }

  /** Key of the receiver's address. */
  long destinationHost() {
    return destinationHost;
  }

  IpAddress sourceAddress() {
    return datagram.source();
  }

  IpAddress destinationAddress() {
    return datagram.destination();
  }

  /** Queue pair or TCP port that it goes to. */
  int number() {
    return number;
  }

  /** TCP port that it comes from; 0 if it is no segment. */
  int sourcePort() {
    return tcp ? segment.sourcePort() : 0;
  }

  /** What flows along one way, by keys of addresses. */
  static long flow(long source, long destination, int queuePair) {
    return KeyHash.of(KeyHash.of(source, destination), queuePair);
  }

  /** What goes the same way, by keys of addresses that may stand for others. */
  long flow(long from, long to) {
    return flow(from, to, tcp ? NO_QUEUE_PAIR : number);
  }

  /** The PSN in the upper 24 bits, or the sequence number behind its last byte. */
  int position() {
    return position;
  }

  int opcode() {
    return opcode;
  }

  /** Bytes from the base transport header on, or of the segment's payload. */
  int length() {
    return length;
  }

  /** IPv4's; 0 for IPv6. */
  int identification() {
    return identification;
  }

  /** The position up to which it acknowledges, if it does. */
  int acknowledgement() {
    return acknowledgement;
  }

  boolean isAcknowledging() {
    return acknowledges == 1;
  }

  boolean isRnrNak() {
    return acknowledges == RNR + 1 && !tcp;
  }

  boolean isNak() {
    return acknowledges == NAK + 1 && !tcp;
  }

  /** Whether a responder sent it. */
  boolean isResponse() {
    return !tcp && Opcode.of(opcode).isResponse();
  }

  /** Whether nothing but an acknowledgement of other packets. */
  boolean isBareAcknowledgement() {
    return tcp
        ? length == 0 && opcode == 0
        : isResponse() && Opcode.of(opcode).operation() != Operation.RDMA_READ_RESPONSE;
  }

  boolean isReadRequest() {
    return !tcp && Opcode.of(opcode).operation() == Operation.RDMA_READ_REQUEST;
  }

  /** Whether a lost one is sent again. */
  boolean isReliable() {
    if (tcp) {
      return true;
    }
    TransportService service = Opcode.of(opcode).service();
    return service == TransportService.RC || service == TransportService.XRC;
  }

  /** Whether it counts where two captures are recognized by their packets. */
  boolean isTelling() {
    return tcp ? length > 0 : number > LAST_MANAGEMENT_QP;
  }

  /** Whether a receiver of TCP has something behind what it acknowledges. */
  boolean reportsGap() {
    return tcp && segment.reportsGap();
  }

  /** The MSS option of a SYN; 0 without one. */
  int maxSegment() {
    return tcp ? maxSegment : 0;
  }

  /**
   * What tells it apart from others of its flow and position. Management datagrams of several
   * connections have the same numbers, so their content counts.
   */
  long kind() {
    long kind = KeyHash.of(tcp ? 0 : length, (long) opcode << Integer.SIZE);
    return tcp || number > LAST_MANAGEMENT_QP ? kind : KeyHash.of(kind, prefix);
  }

  /** What tells it apart without addresses; 0 if too little was captured. */
  long content() {
    return prefix == 0 ? 0 : KeyHash.of(prefix, KeyHash.of(position, tcp ? 0 : number));
  }
}
