package org.rdmadump.ib.qp;

import java.util.Arrays;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Crc32Parts;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.Opcode;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.LinkType;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.PacketKind;
import org.rdmadump.net.UdpHeader;

/**
 * The frame around a packet in the middle of an RDMA Write or a Read Response. The next one has the
 * same bytes in front of its payload but for those that count packets: comparing them once says all
 * that taking each header apart would.
 *
 * <p>Ethernet without tags and IPv4 without options, frames that were captured whole, and packets
 * that say nothing of congestion.
 */
final class MiddleTemplate {
  private static final int IP = EthernetHeader.LENGTH;
  private static final int UDP = IP + Ipv4Header.LENGTH;
  private static final int BTH = UDP + UdpHeader.LENGTH;
  private static final int PAYLOAD = BTH + Bth.LENGTH;

  private static final int ETHER_TYPE = 12;
  private static final int IDENTIFICATION = IP + 4;
  private static final int CHECKSUM = IP + 10;
  private static final int CONGESTION = BTH + Bth.CONGESTION;
  private static final int LOW_QP = BTH + 7;
  private static final int ACKNOWLEDGE = BTH + 8;
  private static final int PSN = BTH + 9;

  /** Bytes from the EtherType on, the first to say what a frame is. */
  private static final int LENGTH = PAYLOAD - ETHER_TYPE;

  /** From an index in a frame to that in what the ICRC takes for its headers. */
  private static final int TO_MASKED = Icrc.MASKED_IPV4_LENGTH - PAYLOAD;

  /** Bytes that count packets, and that the ICRC covers, in order. */
  private static final int[] COUNTING = {
    IDENTIFICATION, IDENTIFICATION + 1, ACKNOWLEDGE, PSN, PSN + 1, PSN + 2
  };

  private static final int VALUES = 1 << Byte.SIZE;

  private final byte[] headers = new byte[LENGTH];
  private final byte[] masked = new byte[Icrc.MASKED_IPV4_LENGTH];

  /** What the bytes that count packets add to the ICRC, one behind the other. */
  private int[] shares = new int[0];

  /** What all other bytes of the headers do. */
  private int share;

  private boolean shared;

  /** CRC-32 of the payload of the last frame. */
  private int payloadSum;

  private Flow flow;
  private Opcode opcode;
  private int captured;
  private int payload;
  private int icrcOffset;
  private long senderHigh;
  private long senderLow;

  /** The template that a packet of {@code flow} is; the parameters are those of {@link #set}. */
  MiddleTemplate(Flow flow, TransportPacket packet, Frame frame, Datagram datagram, Icrc icrc) {
    this.flow = flow;
    this.opcode = packet.opcode();
    set(flow, packet, frame, datagram, icrc);
  }

  /** Whether a frame is long enough to be in the middle of something. */
  static boolean mayFit(Frame frame) {
    return frame.captured() > PAYLOAD;
  }

  /** What tells the queue pairs of most frames apart, of one that {@link #mayFit}. */
  static int number(Frame frame) {
    return frame.array()[frame.offset() + LOW_QP];
  }

  /** The PSN in a frame that {@link #mayFit}, if it is like most. */
  static int psn(Frame frame) {
    return NetworkOrder.threeBytesAt(frame.array(), frame.offset() + PSN);
  }

  /** Whether the frames that follow a packet, with nothing wrong in it, can be told by it. */
  static boolean isPossible(Frame frame, Datagram datagram) {
    int at = frame.offset();
    return frame.linkType() == LinkType.ETHERNET
        && datagram.kind() == PacketKind.UDP
        && datagram.isIpv4()
        && !datagram.isTogether()
        && datagram.networkOffset() == at + IP
        && datagram.transportOffset() == at + UDP
        && datagram.payloadOffset() == at + BTH
        && !datagram.isPayloadCut()
        && !CongestionMarks.isMarked(frame.array()[at + CONGESTION], datagram.trafficClass());
  }

  /**
   * Becomes the template of the frames that follow one of {@code flow}, for which that {@link
   * #isPossible}.
   *
   * @param packet the packet in it
   * @param icrc has computed that of the packet, and no other since
   */
  void set(Flow flow, TransportPacket packet, Frame frame, Datagram datagram, Icrc icrc) {
    this.flow = flow;
    this.opcode = packet.opcode();
    this.captured = frame.captured();
    this.payload = packet.payloadLength();
    this.senderHigh = datagram.sourceHigh();
    this.senderLow = datagram.sourceLow();
    int end = BTH + datagram.payloadLength() - Icrc.LENGTH;
    if (end != icrcOffset) {
      icrcOffset = end;
      shares = new int[0];
    }
    shared = false;
    System.arraycopy(frame.array(), frame.offset() + ETHER_TYPE, headers, 0, LENGTH);
    icrc.maskedIpv4(masked);
  }

  /** Whether the headers of a frame that {@link #mayFit} are those of the template. */
  boolean fits(Frame frame) {
    // What was captured holds all of the packet; behind it, frames may be padded and cut.
    if (frame.captured() != captured || frame.linkType() != LinkType.ETHERNET) {
      return false;
    }
    byte[] bytes = frame.array();
    int at = frame.offset();
    // What counts packets may differ, and the sum over it.
    headers[IDENTIFICATION - ETHER_TYPE] = bytes[at + IDENTIFICATION];
    headers[IDENTIFICATION + 1 - ETHER_TYPE] = bytes[at + IDENTIFICATION + 1];
    headers[CHECKSUM - ETHER_TYPE] = bytes[at + CHECKSUM];
    headers[CHECKSUM + 1 - ETHER_TYPE] = bytes[at + CHECKSUM + 1];
    headers[ACKNOWLEDGE - ETHER_TYPE] = bytes[at + ACKNOWLEDGE];
    headers[PSN - ETHER_TYPE] = bytes[at + PSN];
    headers[PSN + 1 - ETHER_TYPE] = bytes[at + PSN + 1];
    headers[PSN + 2 - ETHER_TYPE] = bytes[at + PSN + 2];
    return Arrays.equals(headers, 0, LENGTH, bytes, at + ETHER_TYPE, at + PAYLOAD);
  }

  /** Whether the ICRC of a frame that {@link #fits} is right. */
  boolean isRight(Frame frame, Icrc calculator) {
    if (!shared) {
      share(calculator);
    }
    byte[] bytes = frame.array();
    int at = frame.offset();
    int end = at + icrcOffset;
    payloadSum = calculator.ofPart(bytes, at + PAYLOAD, end);
    int computed = payloadSum ^ share;
    int[] table = shares;
    // Without a loop: it is done for nearly each frame of a large transfer.
    computed ^=
        table[bytes[at + IDENTIFICATION] & 0xff]
            ^ table[VALUES + (bytes[at + IDENTIFICATION + 1] & 0xff)]
            ^ table[2 * VALUES + (bytes[at + ACKNOWLEDGE] & 0xff)]
            ^ table[3 * VALUES + (bytes[at + PSN] & 0xff)]
            ^ table[4 * VALUES + (bytes[at + PSN + 1] & 0xff)]
            ^ table[5 * VALUES + (bytes[at + PSN + 2] & 0xff)];
    return computed == Icrc.stored(bytes, end);
  }

  private void share(Icrc calculator) {
    int payloadAndPad = icrcOffset - PAYLOAD;
    if (shares.length == 0) {
      shares = new int[COUNTING.length * VALUES];
      for (int i = 0; i < COUNTING.length; i++) {
        int[] ofOne = Crc32Parts.shares(icrcOffset - COUNTING[i] - 1);
        System.arraycopy(ofOne, 0, shares, i * VALUES, VALUES);
      }
    }
    for (int index : COUNTING) {
      masked[index + TO_MASKED] = 0;
    }
    int ofHeaders = calculator.ofPart(masked, 0, masked.length);
    share = Crc32Parts.combine(ofHeaders, 0, payloadAndPad);
    shared = true;
  }

  /** CRC-32 of the payload of the last frame of which it {@linkplain #isRight was asked}. */
  int payloadSum() {
    return payloadSum;
  }

  /** Sets the packet of a frame that {@link #fits}. */
  void show(Frame frame, TransportPacket packet) {
    packet.set(frame, opcode, frame.offset() + BTH, psn(frame));
    packet.carries(payload, payload, null);
  }

  /** Takes note that the ICRCs of some such frames were right. */
  void count(int frames, IcrcTally icrcs) {
    icrcs.right(senderHigh, senderLow, frames);
  }

  /** Bytes of payload of each. */
  int payload() {
    return payload;
  }

  /** Whether they respond to what the other side asked for. */
  boolean isResponse() {
    return opcode.isResponse();
  }

  /** The flow that such frames belong to. */
  Flow flow() {
    return flow;
  }
}
