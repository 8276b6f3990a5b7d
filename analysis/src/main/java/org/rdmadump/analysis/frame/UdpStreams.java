package org.rdmadump.analysis.frame;

import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;

/** Numbers pairs of UDP ports as Wireshark does, from 0 on, whichever way a datagram goes. */
final class UdpStreams {
  private final Map<HostPorts, OptionalInt> streams = new RecentMap<>(TcpStreams.MOST_STREAMS);
  private int count;

  /** {@return the number of the ports of a datagram} */
  OptionalInt of(IpAddress source, int sourcePort, IpAddress destination, int destinationPort) {
    HostPorts ends = HostPorts.of(source, sourcePort, destination, destinationPort);
    OptionalInt known = streams.get(ends);
    if (known == null) {
      known = OptionalInt.of(count++);
      streams.put(ends, known);
    }
    return known;
  }
}
