package org.rdmadump.analysis.overview;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * What all clients sent, or all servers, counted below the messages.
 *
 * @param direction forward of the clients, backward of the servers
 * @param packets of RDMA, or segments of TCP
 * @param retransmitted those that the capture holds an earlier copy of
 * @param retransmittedBytes their bytes
 * @param timeouts how often retransmissions began without a NAK; of InfiniBand's transport only
 * @param naks answers that refused what this side sent, by code
 * @param receiverNotReady RNR NAKs to what this side sent
 * @param congestionNotifications that this side was sent
 */
public record SideLoad(
    Direction direction,
    long packets,
    long retransmitted,
    long retransmittedBytes,
    long timeouts,
    Map<String, Long> naks,
    long receiverNotReady,
    long congestionNotifications) {
  /** {@return one side of some connections} */
  static SideLoad of(List<ConnectionRecord> connections, Direction direction) {
    long packets = 0;
    long again = 0;
    long bytes = 0;
    long timeouts = 0;
    long notReady = 0;
    long congestion = 0;
    Map<String, Long> naks = new TreeMap<>();
    for (ConnectionRecord each : connections) {
      TrafficCounters traffic = each.traffic(direction);
      packets += traffic.packets();
      again += traffic.retransmitted();
      bytes += traffic.retransmittedBytes();
      timeouts += each.transport().hasPacketNumbers() ? traffic.timeouts() : 0;
      notReady += traffic.notReadyCount();
      congestion += traffic.congestionNotifications();
      traffic.refusals().forEach((code, count) -> naks.merge(code, count, Long::sum));
    }
    return new SideLoad(direction, packets, again, bytes, timeouts, naks, notReady, congestion);
  }
}
