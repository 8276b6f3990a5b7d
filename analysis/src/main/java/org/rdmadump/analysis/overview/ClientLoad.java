package org.rdmadump.analysis.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * What one client host did.
 *
 * @param address its address
 * @param names what it calls itself in EXCHANGE_ID and SETCLIENTID; none if that was not captured
 * @param servers addresses that it called
 * @param connections with RPC-over-RDMA
 * @param calls repeats not counted
 * @param unanswered calls of either side of its connections without a reply; one that was sent over
 *     several connections counts once, and not if any of them brought an answer
 * @param bytes of payload in both directions
 */
public record ClientLoad(
    String address,
    List<String> names,
    List<String> servers,
    int connections,
    long calls,
    long unanswered,
    long bytes) {
  /** {@return the clients of some connections, the one with most calls first} */
  static List<ClientLoad> of(
      List<ConnectionRecord> connections, ClientNames names, AnsweredAgain answeredAgain) {
    Map<String, List<ConnectionRecord>> byAddress = new TreeMap<>();
    for (ConnectionRecord each : connections) {
      String address = each.client().address().toString();
      byAddress.computeIfAbsent(address, any -> new ArrayList<>()).add(each);
    }
    List<ClientLoad> clients = new ArrayList<>();
    byAddress.forEach(
        (address, of) -> clients.add(of(address, names.of(address), of, answeredAgain)));
    clients.sort((one, other) -> Long.compare(other.calls, one.calls));
    return clients;
  }

  private static ClientLoad of(
      String address,
      List<String> names,
      List<ConnectionRecord> connections,
      AnsweredAgain answeredAgain) {
    Set<String> servers = new TreeSet<>();
    long calls = 0;
    long unanswered = -answeredAgain.of(connections.get(0).client().address());
    long bytes = 0;
    for (ConnectionRecord each : connections) {
      servers.add(each.server().address().toString());
      calls += each.calls();
      unanswered += each.unansweredCalls();
      bytes += each.bytes();
    }
    return new ClientLoad(
        address,
        names,
        List.copyOf(servers),
        connections.size(),
        calls,
        Math.max(0, unanswered),
        bytes);
  }
}
