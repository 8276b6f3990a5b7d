package org.rdmadump.analysis.ends;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;

/**
 * Both ways of each connection of two captures, as B names them, so that what acknowledges a packet
 * is found.
 */
@SuppressWarnings("EnumOrdinal") // An index into tables of our own, never stored.
public final class EndPairs {
  /** Ways that are kept. */
  private static final int MOST = 1 << 17;

  private final Meeting meeting;
  private final Map<Long, Long> reverses = new HashMap<>();

  /** Which captures have a connection, by both ways. */
  private final Map<Long, Integer> taps = new HashMap<>();

  private final Map<Long, Integer> segments = new HashMap<>();

  /** None yet. */
  public EndPairs(Meeting meeting) {
    this.meeting = meeting;
  }

  /** Adds a connection that a capture shows. */
  public void add(Tap tap, Transport transport, Endpoint one, Endpoint other) {
    if (one.number().isEmpty() || other.number().isEmpty() || reverses.size() > MOST) {
      return;
    }
    boolean ports = transport.hasPorts();
    long first = end(one, ports);
    long second = end(other, ports);
    long inB = tap == Tap.A ? meeting.addresses().inB(first) : first;
    long otherInB = tap == Tap.A ? meeting.addresses().inB(second) : second;
    long there = TapPacket.flow(inB, otherInB, number(other, ports));
    long back = TapPacket.flow(otherInB, inB, number(one, ports));
    reverses.put(there, back);
    reverses.put(back, there);
    taps.merge(there ^ back, 1 << tap.ordinal(), (x, y) -> x | y);
    if (ports) {
      note(there, inB, otherInB);
      note(back, otherInB, inB);
    }
  }

  private void note(long flow, long source, long destination) {
    long inA =
        TapPacket.flow(
            meeting.addresses().inA(source),
            meeting.addresses().inA(destination),
            TapPacket.NO_QUEUE_PAIR);
    long backInA =
        TapPacket.flow(
            meeting.addresses().inA(destination),
            meeting.addresses().inA(source),
            TapPacket.NO_QUEUE_PAIR);
    SegmentSize a = meeting.a().size(inA).orElseGet(SegmentSize::new);
    SegmentSize b = meeting.b().size(flow).orElseGet(SegmentSize::new);
    SegmentSize back = meeting.a().size(backInA).orElseGet(SegmentSize::new);
    segments.put(flow, SegmentSize.onWire(a, b, back));
  }

  private static int number(Endpoint end, boolean ports) {
    return ports ? TapPacket.NO_QUEUE_PAIR : end.number().orElse(0);
  }

  private static long end(Endpoint end, boolean ports) {
    return key(end.address(), ports ? end.number() : OptionalInt.empty());
  }

  /** Key of an address, with a port if there is one. */
  static long key(IpAddress address, OptionalInt port) {
    long host = KeyHash.of(address.high(), address.low());
    return port.isPresent() ? KeyHash.of(host, port.getAsInt()) : host;
  }

  /** Connections that only one capture has. */
  long onlyAt(Tap tap) {
    return taps.values().stream().filter(each -> each == 1 << tap.ordinal()).count();
  }

  /** Whether a TCP flow is one of a connection. */
  boolean isChosen(long flow) {
    return reverses.containsKey(flow);
  }

  /** The flow that goes the other way; itself if that is not known. */
  long reverse(long flow) {
    return reverses.getOrDefault(flow, flow);
  }

  /** Length of a flow's segments on the wire, 0 if none is to be cut. */
  int segment(long flow) {
    return segments.getOrDefault(flow, 0);
  }
}
