package org.rdmadump.analysis.overview;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.RepeatCause;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.UpperProtocol;

/**
 * What connections without RPC-over-RDMA carried, together.
 *
 * @param connections how many there are, those beyond a limit left out
 * @param transports labels of what carried them
 * @param protocols connections by the name of their protocol; those of an unknown one left out
 * @param requests by kind, kinds without any left out
 * @param packets in both directions
 * @param retransmitted retransmitted packets
 * @param bursts how often retransmissions began, by cause; causes without any left out
 * @param naks refusals by their codes
 * @param notReady RNR NAKs
 * @param congestion CNPs and packets that met congestion
 * @param refused connections that were refused
 * @param aborted connections that an error ended
 */
public record RequestLoad(
    long connections,
    Set<String> transports,
    Map<String, Long> protocols,
    Map<RequestKind, Moved> requests,
    long packets,
    long retransmitted,
    Map<RepeatCause, Long> bursts,
    Map<String, Long> naks,
    long notReady,
    long congestion,
    long refused,
    long aborted) {

  /**
   * Requests of one kind.
   *
   * @param count how many
   * @param bytes that they moved
   * @param slowest nanoseconds of the one whose answer took longest; 0 if no answer was captured
   */
  public record Moved(long count, long bytes, long slowest) {
    private Moved and(Moved other) {
      return new Moved(count + other.count, bytes + other.bytes, Math.max(slowest, other.slowest));
    }
  }

  /** {@return what they carried} */
  public static RequestLoad of(WithoutRpc found) {
    Set<String> transports = new TreeSet<>();
    Map<String, Long> protocols = new TreeMap<>();
    Map<RequestKind, Moved> requests = new EnumMap<>(RequestKind.class);
    Map<String, Long> naks = new TreeMap<>();
    long packets = 0;
    long retransmitted = 0;
    Map<RepeatCause, Long> bursts = new EnumMap<>(RepeatCause.class);
    long notReady = 0;
    long congestion = 0;
    long refused = 0;
    long aborted = 0;
    for (NumberedConnection each : found.connections()) {
      transports.add(each.record().transport().label());
      each.record()
          .protocol()
          .map(UpperProtocol::name)
          .ifPresent(name -> protocols.merge(name, 1L, Long::sum));
      for (Direction direction : Direction.values()) {
        each.record()
            .requests(direction)
            .forEach(
                (kind, tally) ->
                    requests.merge(
                        kind,
                        new Moved(tally.count(), tally.bytes(), tally.latencies().greatest()),
                        Moved::and));
        TrafficCounters sent = each.record().traffic(direction);
        packets += sent.packets();
        retransmitted += sent.retransmitted();
        sent.bursts().forEach((cause, count) -> bursts.merge(cause, count, Long::sum));
        notReady += sent.notReadyCount();
        congestion += sent.congestionNotifications() + sent.congestionMarks();
        sent.refusals().forEach((code, count) -> naks.merge(code, count, Long::sum));
      }
      if (each.record().end().isPresent()) {
        ConnectionEnd end = each.record().end().get();
        boolean isRefused = end.how() == ConnectionEnd.How.REJ;
        refused += isRefused ? 1 : 0;
        aborted += !isRefused && end.isAbort() ? 1 : 0;
      }
    }
    return new RequestLoad(
        found.connections().size(),
        transports,
        protocols,
        requests,
        packets,
        retransmitted,
        bursts,
        naks,
        notReady,
        congestion,
        refused,
        aborted);
  }
}
