package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Packets that were placed: counted by flow and place, the first of them told one by one. */
@SuppressWarnings("EnumOrdinal") // An index into tables of our own, never stored.
final class LostPackets {
  private static final int MOST_TOLD = 1000;

  private final List<LostPacket> first = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();

  /** Counts a packet whose next copy tells what became of it. */
  void again(PacketPlace place, Flow flow, TapPacket packet, Tap tap, long time) {
    // What was lost on the wire is counted when it waited long enough.
    if (place != PacketPlace.WIRE) {
      count(
          place,
          flow,
          new LostPacket(
              place,
              tap,
              flow.sender,
              packet.frame(),
              time,
              flow.source,
              flow.destination,
              packet.isTcp(),
              flow.number,
              shown(packet.position(), packet.isTcp()),
              packet.opcode()));
    }
  }

  /** Counts a packet that waited for its other view. */
  void waited(PacketPlace place, Pending pending, int at, Tap tap, boolean isTcp) {
    Flow flow = pending.flow(at);
    count(
        place,
        flow,
        new LostPacket(
            place,
            tap,
            flow.sender,
            pending.frame(at),
            pending.nanos(at),
            flow.source,
            flow.destination,
            isTcp,
            flow.number,
            shown(pending.position(at), isTcp),
            isTcp ? 0 : pending.opcode(at) & 0xff));
  }

  private static long shown(int position, boolean isTcp) {
    return isTcp ? Integer.toUnsignedLong(position) : position >>> TapPacket.PSN_SHIFT;
  }

  private void count(PacketPlace place, Flow flow, LostPacket packet) {
    flow.places[place.ordinal()]++;
    if (first.size() < MOST_TOLD && place != PacketPlace.OUTSIDE) {
      first.add(packet);
      flows.add(flow);
    }
  }

  /** {@return the first ones, of flows that both captures have} */
  List<LostPacket> told() {
    List<LostPacket> told = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      if (flows.get(i).matched > 0) {
        told.add(first.get(i));
      }
    }
    return told;
  }

  /** {@return how many there are of each place, by the tap of their sender} */
  static List<Map<PacketPlace, Long>> places(List<Flow> flows) {
    List<Map<PacketPlace, Long>> places =
        List.of(new EnumMap<>(PacketPlace.class), new EnumMap<>(PacketPlace.class));
    for (Flow flow : flows) {
      for (PacketPlace place : PacketPlace.values()) {
        PacketPlace counted =
            flow.matched == 0 && place != PacketPlace.OUTSIDE ? PacketPlace.ONE_SIDE : place;
        places.get(flow.sender.ordinal()).merge(counted, flow.places[place.ordinal()], Long::sum);
      }
    }
    return places;
  }

  /** {@return how many flows only one capture has} */
  static long oneSided(List<Flow> flows) {
    return flows.stream()
        .filter(each -> each.matched == 0)
        .filter(
            each -> each.places[PacketPlace.OUTSIDE.ordinal()] < LongStream.of(each.places).sum())
        .count();
  }
}
