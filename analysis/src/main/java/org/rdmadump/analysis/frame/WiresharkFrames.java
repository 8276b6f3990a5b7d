package org.rdmadump.analysis.frame;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.WiresharkNames;
import org.rdmadump.ib.AckKind;
import org.rdmadump.ib.Aeth;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.link.Sll2Header;
import org.rdmadump.link.SllHeader;
import org.rdmadump.link.VlanTag;
import org.rdmadump.net.Ipv4Header;
import org.rdmadump.net.Ipv6Fragment;
import org.rdmadump.net.Ipv6Header;
import org.rdmadump.net.UdpHeader;
import org.rdmadump.tcp.TcpHeader;

/** Fields of frames that have names of Wireshark's. */
final class WiresharkFrames {
  private static final int ARP = 0x0806;

  private WiresharkFrames() {}

  /** Adds them to those of our own. */
  static void add(FieldRegistry<FrameRecord> fields) {
    ports(fields, "tcp");
    ports(fields, "udp");
    fields
        .add(
            FrameFields.both(
                fields, "eth.addr", FieldType.ETHER, "eth.dst", "eth.src", Dialect.WIRESHARK))
        .add(field("arp", FieldType.GROUP, "an ARP packet", WiresharkFrames::arp))
        .add(
            field(
                "frame.time_delta",
                FieldType.SECONDS,
                "time since the previous frame",
                (frame, to) -> to.number(frame.place().sincePreviousNanos())))
        .add(
            field(
                "ip.dsfield",
                FieldType.HEX8,
                "ip.dscp and ip.ecn in one byte, IP version 4",
                (frame, to) -> {
                  Optional<Ipv4Header> ip = frame.last(Ipv4Header.class);
                  return ip.isPresent() && to.number(ip.get().typeOfService());
                }))
        .add(
            field(
                "ipv6.tclass",
                FieldType.HEX32,
                "ip.dscp and ip.ecn in one byte, IP version 6",
                (frame, to) -> {
                  Optional<Ipv6Header> ip = frame.last(Ipv6Header.class);
                  return ip.isPresent() && to.number(ip.get().trafficClass());
                }))
        .add(
            field(
                "ip.flags",
                FieldType.HEX8,
                "2 do not fragment, 1 more fragments, IP version 4",
                (frame, to) -> {
                  Optional<Ipv4Header> ip = frame.last(Ipv4Header.class);
                  return ip.isPresent()
                      && to.number(
                          (ip.get().dontFragment() ? 2 : 0) | (ip.get().moreFragments() ? 1 : 0));
                }))
        .add(
            field(
                "tcp.len",
                FieldType.UNSIGNED,
                "bytes of TCP payload on the wire",
                (frame, to) ->
                    frame.last(TcpHeader.class).isPresent() && to.number(frame.payloadLength())))
        .in(FieldUnit.BYTES)
        .add(
            field(
                "tcp.ack_raw",
                FieldType.UNSIGNED,
                "acknowledgement number on the wire, 0 where there is none",
                (frame, to) -> {
                  Optional<TcpHeader> tcp = frame.last(TcpHeader.class);
                  return tcp.isPresent()
                      && to.number(Integer.toUnsignedLong(tcp.get().acknowledgement()));
                }))
        .add(
            field(
                "tcp.stream",
                FieldType.UNSIGNED,
                "number of the TCP connection, from 0",
                (frame, to) -> frame.last(TcpHeader.class).isPresent() && stream(frame, to)))
        .add(
            field(
                "udp.stream",
                FieldType.UNSIGNED,
                "number of the pair of UDP ports, from 0",
                (frame, to) -> frame.last(UdpHeader.class).isPresent() && stream(frame, to)))
        .add(
            field(
                "tcp.analysis.retransmission",
                FieldType.GROUP,
                "retransmitted TCP segment",
                (frame, to) -> frame.place().isAgain() && to.group()))
        .add(new WiresharkNames<>(fields, WiresharkFrames::in));
  }

  private static void ports(FieldRegistry<FrameRecord> fields, String layer) {
    fields.add(
        FrameFields.both(
            fields,
            layer + ".port",
            FieldType.UNSIGNED,
            layer + ".src_port",
            layer + ".dst_port",
            Dialect.WIRESHARK));
  }

  private static Field<FrameRecord> field(
      String name, FieldType type, String meaning, FieldReader<FrameRecord> reader) {
    return new Field<>(
        name,
        List.of(type),
        meaning,
        List.of(),
        List.of(),
        reader,
        InJson.NEVER,
        Dialect.WIRESHARK);
  }

  private static boolean stream(FrameRecord frame, ValueVisitor to) {
    return frame.place().stream().isPresent() && to.number(frame.place().stream().getAsInt());
  }

  private static boolean arp(FrameRecord frame, ValueVisitor to) {
    for (Layer layer : frame.layers()) {
      if (nextEtherType(layer.header()) == ARP) {
        return to.group();
      }
    }
    return false;
  }

  /** The EtherType of what is behind a header of a link; -1 for other headers. */
  private static int nextEtherType(Object header) {
    if (header instanceof EthernetHeader ethernet) {
      return ethernet.etherType();
    }
    if (header instanceof VlanTag tag) {
      return tag.etherType();
    }
    if (header instanceof SllHeader cooked) {
      return cooked.etherType();
    }
    return header instanceof Sll2Header cooked ? cooked.etherType() : -1;
  }

  /** {@return the frames that a word of the table of Wireshark's names stands for} */
  private static Predicate<FrameRecord> in(String place) {
    return switch (place) {
      case "ipv4" -> frame -> frame.last(Ipv4Header.class).isPresent();
      case "ipv6" -> frame -> frame.last(Ipv6Header.class).isPresent();
      case "fragment" -> frame -> frame.last(Ipv6Fragment.class).isPresent();
      case "ack" -> frame -> isAnswer(frame, AckKind.ACK);
      case "rnr" -> frame -> isAnswer(frame, AckKind.RNR_NAK);
      case "nak" -> frame -> isAnswer(frame, AckKind.NAK);
      case "req" -> frame -> isOf(frame, CmKind.REQ);
      case "rep" -> frame -> isOf(frame, CmKind.REP);
      case "rej" -> frame -> isOf(frame, CmKind.REJ);
      case "rtu" -> frame -> isOf(frame, CmKind.RTU);
      case "dreq" -> frame -> isOf(frame, CmKind.DREQ);
      case "drsp" -> frame -> isOf(frame, CmKind.DREP);
      case "rdma" -> frame -> isTerminate(frame, it -> it.layer() == 0);
      case "ddp" -> frame -> isTerminate(frame, it -> it.layer() == 1);
      case "llp" -> frame -> isTerminate(frame, it -> it.layer() == 2);
      case "layer" -> frame -> isTerminate(frame, it -> it.layer() > 2);
      case "tagged" -> frame -> isTerminate(frame, it -> it.layer() == 1 && it.type() == 1);
      case "untagged" -> frame -> isTerminate(frame, it -> it.layer() == 1 && it.type() == 2);
      case "type" ->
          frame ->
              isTerminate(
                  frame,
                  it -> it.layer() > 2 || (it.layer() == 1 && it.type() != 1 && it.type() != 2));
      default -> throw new IllegalArgumentException(place);
    };
  }

  private static boolean isAnswer(FrameRecord frame, AckKind kind) {
    return frame.last(Aeth.class).filter(aeth -> aeth.kind() == kind).isPresent();
  }

  private static boolean isOf(FrameRecord frame, CmKind kind) {
    return frame.last(CmLayer.class).filter(layer -> layer.message().kind() == kind).isPresent();
  }

  private static boolean isTerminate(FrameRecord frame, Predicate<Terminate> wanted) {
    return frame
        .last(RdmapLayer.class)
        .flatMap(layer -> layer.content(Terminate.class))
        .filter(wanted)
        .isPresent();
  }
}
