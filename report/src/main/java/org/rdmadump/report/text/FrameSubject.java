package org.rdmadump.report.text;

import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.frame.FrameKind;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.Layer;
import org.rdmadump.analysis.frame.LayerName;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.AtomicAckEth;
import org.rdmadump.ib.AtomicEth;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Deth;
import org.rdmadump.ib.Ieth;
import org.rdmadump.ib.ImmDt;
import org.rdmadump.ib.Operation;
import org.rdmadump.ib.Reth;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.Sll2Header;
import org.rdmadump.link.SllHeader;
import org.rdmadump.link.VlanTag;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Header;
import org.rdmadump.net.UdpHeader;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.tcp.TcpHeader;

/** Says in a line what a frame is. */
final class FrameSubject {
  private static final int ARP = 0x0806;
  private static final int LLDP = 0x88cc;
  private static final int ICMP = 1;
  private static final int ICMP_V6 = 58;

  private static final int MICROS_PER_HUNDREDTH = 10;

  private final StreamSubject stream = new StreamSubject();

  /** Appends what {@code frame} is. */
  void put(AsciiBuffer line, FrameRecord frame) {
    Optional<Bth> bth = frame.last(Bth.class);
    Optional<TcpHeader> tcp = frame.last(TcpHeader.class);
    Optional<UdpHeader> udp = frame.last(UdpHeader.class);
    if (bth.isPresent()) {
      putTransport(line, frame, bth.get());
    } else if (tcp.isPresent()) {
      stream.put(line, frame, tcp.get());
    } else if (frame.kind() == FrameKind.UDP && udp.isPresent()) {
      line.put("UDP ").putDecimal(udp.get().sourcePort());
      line.put(" > ").putDecimal(udp.get().destinationPort()).put("  ");
      Quantities.putCount(line, frame.payloadLength(), "byte");
    } else if (frame.kind() == FrameKind.FRAGMENT) {
      putFragment(line, frame);
    } else {
      putOther(line, frame);
    }
    Optional<RpcRdmaHeader> header = frame.last(RpcRdmaHeader.class);
    if (header.isPresent()) {
      line.put("  ");
      Headline.putKind(line, header.get());
      line.put(" xid ").putHex(header.get().xid());
    }
    Optional<NvmeCapsuleHeader> capsule = frame.last(NvmeCapsuleHeader.class);
    if (capsule.isPresent()) {
      putCapsule(line, capsule.get());
    }
  }

  private static void putCapsule(AsciiBuffer line, NvmeCapsuleHeader capsule) {
    line.put("  NVMe ");
    if (capsule.exchange().queue().isPresent()) {
      line.put('q').putDecimal(capsule.exchange().queue().getAsInt()).put(' ');
    }
    line.put(capsule.exchange().operation().orElse("unknown command"));
    if (capsule.isResponse()) {
      line.put(": ").put(capsule.exchange().status().orElse("refused response"));
    }
    line.put(" cid 0x").putHexDigits(capsule.exchange().identifier(), 4);
  }

  private static void putTransport(AsciiBuffer line, FrameRecord frame, Bth bth) {
    Optional<MadHeader> mad = frame.last(MadHeader.class);
    if (mad.isPresent()) {
      line.put("UD ").put(mad.get().text());
    } else {
      line.put(bth.opcode().text());
    }
    line.put("  qp ").putDecimal(bth.destinationQp());
    Optional<Deth> deth = frame.last(Deth.class);
    if (deth.isPresent()) {
      line.put(" from ").putDecimal(deth.get().sourceQp());
    }
    if (bth.opcode().operation() != Operation.CONGESTION_NOTIFICATION) {
      line.put("  psn ").putDecimal(bth.psn());
    }
    putExtensions(line, frame);
    if (mad.isEmpty() && bth.opcode().hasPayload()) {
      line.put("  ");
      Quantities.putCount(line, frame.payloadLength(), "byte");
    }
    if (frame.kind() == FrameKind.MALFORMED) {
      line.put("  malformed");
    }
  }

  private static void putExtensions(AsciiBuffer line, FrameRecord frame) {
    Optional<Reth> reth = frame.last(Reth.class);
    if (reth.isPresent()) {
      line.put("  rkey ").putHex(reth.get().rKey()).put(" va ");
      line.putHex(reth.get().virtualAddress());
      line.put(" len ").putDecimal(reth.get().dmaLength());
    }
    Optional<AtomicEth> atomic = frame.last(AtomicEth.class);
    if (atomic.isPresent()) {
      line.put("  rkey ").putHex(atomic.get().rKey()).put(" va ");
      line.putHex(atomic.get().virtualAddress());
    }
    Optional<Aeth> aeth = frame.last(Aeth.class);
    if (aeth.isPresent()) {
      putAcknowledgement(line, aeth.get());
    }
    Optional<AtomicAckEth> answer = frame.last(AtomicAckEth.class);
    if (answer.isPresent()) {
      line.put("  ").put(answer.get().text());
    }
    Optional<ImmDt> immediate = frame.last(ImmDt.class);
    if (immediate.isPresent()) {
      line.put("  ").put(immediate.get().text());
    }
    Optional<Ieth> ieth = frame.last(Ieth.class);
    if (ieth.isPresent()) {
      line.put("  invalidates ").putHex(ieth.get().rKey());
    }
  }

  private static void putAcknowledgement(AsciiBuffer line, Aeth aeth) {
    switch (aeth.kind()) {
      case ACK -> line.put("  msn ").putDecimal(aeth.msn());
      case NAK -> line.put("  NAK ").put(aeth.nakCode().text());
      case RNR_NAK -> {
        line.put("  RNR NAK, wait ");
        int hundredths = aeth.rnrMicroseconds() / MICROS_PER_HUNDREDTH;
        line.putDecimal(hundredths / 100).put('.').putPadded(hundredths % 100, 2).put(" ms");
      }
      case RESERVED -> line.put("  reserved syndrome ").putDecimal(aeth.syndrome());
    }
  }

  private static void putFragment(AsciiBuffer line, FrameRecord frame) {
    line.put("IP fragment");
    Optional<Ipv4Header> ip = frame.last(Ipv4Header.class);
    if (ip.isPresent()) {
      line.put(" at ").putDecimal(ip.get().fragmentOffset());
    }
  }

  private static void putOther(AsciiBuffer line, FrameRecord frame) {
    Optional<Ipv4Header> ipv4 = frame.last(Ipv4Header.class);
    Optional<Ipv6Header> ipv6 = frame.last(Ipv6Header.class);
    if (frame.kind() == FrameKind.TRUNCATED || frame.kind() == FrameKind.MALFORMED) {
      line.put(frame.kind().text());
    } else if (frame.kind() == FrameKind.RAW) {
      line.put("raw InfiniBand packet not decoded");
    } else if (frame.kind() == FrameKind.LINK) {
      line.put(frame.kind().text());
    } else if (ipv4.isPresent()) {
      putProtocol(line, ipv4.get().protocol());
    } else if (ipv6.isPresent()) {
      putProtocol(line, ipv6.get().nextHeader());
    } else {
      putEtherType(line, frame);
    }
  }

  private static void putProtocol(AsciiBuffer line, int protocol) {
    switch (protocol) {
      case ICMP -> line.put("ICMP");
      case ICMP_V6 -> line.put("ICMPv6");
      default -> line.put("IP protocol ").putDecimal(protocol);
    }
    line.put(" not decoded");
  }

  private static void putEtherType(AsciiBuffer line, FrameRecord frame) {
    int type = etherType(frame);
    switch (type) {
      case 0 -> line.put("link type");
      case ARP -> line.put("ARP");
      case LLDP -> line.put("LLDP");
      default -> line.put("EtherType 0x").putHexDigits(type, 4);
    }
    line.put(" not decoded");
  }

  /** What the innermost link-layer header says that follows; 0 if there is none. */
  private static int etherType(FrameRecord frame) {
    int type = 0;
    for (Layer layer : frame.layers()) {
      if (layer.name() == LayerName.ETH
          || layer.name() == LayerName.VLAN
          || layer.name() == LayerName.SLL) {
        Record header = layer.header();
        if (header instanceof EthernetHeader ethernet) {
          type = ethernet.etherType();
        } else if (header instanceof VlanTag tag) {
          type = tag.etherType();
        } else if (header instanceof SllHeader sll) {
          type = sll.etherType();
        } else if (header instanceof Sll2Header sll2) {
          type = sll2.etherType();
        }
      }
    }
    return type;
  }
}
