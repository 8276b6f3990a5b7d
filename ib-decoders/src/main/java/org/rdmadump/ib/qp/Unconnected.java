package org.rdmadump.ib.qp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.net.Datagram;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RequestCounters;

/**
 * Counts what is sent to queue pairs without acknowledgements: over unreliable connections, and as
 * datagrams. If the connection manager set the connection up, its flow has the counts.
 *
 * <p>IBTA volume 1, 9.8.
 */
final class Unconnected {
  /** Directions that are told apart. */
  private static final int MOST = 1024;

  private final ConnectionListener listener;
  private final FlowSlots<UnacknowledgedSends> slots = new FlowSlots<>();
  private final List<Told> inOrder = new ArrayList<>();
  private long leftOut;

  /** What is told at the end. */
  private record Told(RdmaConnection connection, RequestCounters requests) {}

  /** Nothing was sent; at the end, {@code listener} is told of what was. */
  Unconnected(ConnectionListener listener) {
    this.listener = listener;
  }

  /**
   * Takes a packet of a Send or Write.
   *
   * @param sender queue pair that sent it, if its packets name that
   * @param congested whether it met congestion
   * @return packets that are missing before it
   */
  int take(
      TransportPacket packet, Datagram datagram, int qp, OptionalInt sender, boolean congested) {
    int target = packet.target(qp);
    UnacknowledgedSends sent =
        slots.get(
            datagram.sourceHigh(),
            datagram.sourceLow(),
            datagram.destinationHigh(),
            datagram.destinationLow(),
            target);
    if (sent == null && inOrder.size() == MOST) {
      leftOut++;
      return 0;
    }
    if (sent == null) {
      sent = add(packet, datagram, target, sender);
    }
    return sent.take(packet, congested);
  }

  private UnacknowledgedSends add(
      TransportPacket packet, Datagram datagram, int target, OptionalInt sender) {
    FlowKey key = new FlowKey(datagram.source(), datagram.destination(), target);
    RdmaConnection fresh =
        new RdmaConnection(
            FlowTable.transport(datagram),
            new Endpoint(datagram.source(), sender),
            new Endpoint(key.destination(), OptionalInt.of(key.number())),
            packet.frameNumber());
    fresh.service(key.service());
    listener.willCount(fresh);
    RequestCounters requests = fresh.newCounters(listener.ofMemory());
    fresh.requests(RdmaConnection.FIRST, requests);
    UnacknowledgedSends sent =
        new UnacknowledgedSends(fresh.traffic(RdmaConnection.FIRST), requests);
    slots.put(key, sent);
    inOrder.add(new Told(fresh, requests));
    return sent;
  }

  /** Tells of all: no more packets come. */
  void finish() {
    for (Told each : inOrder) {
      each.requests.finish();
      listener.unconnected(each.connection);
    }
    inOrder.clear();
  }

  /** Packets that were not counted, because there were too many directions. */
  long leftOut() {
    return leftOut;
  }
}
