package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.capture.Frame;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * Takes in one of two captures while it is decoded: a sample of its packets, its connections and
 * its exchanges. Memory is bounded.
 */
public final class TapLog implements MessageListener {
  /** What went over which transport between whom. */
  record Connection(Transport transport, Endpoint client, Endpoint server) {
    static Connection of(ConnectionRecord connection) {
      return new Connection(connection.transport(), connection.client(), connection.server());
    }
  }

  /** Connections that are kept. */
  private static final int MOST = 1 << 14;

  /** A connection that has not ended, and its place among all. */
  private record Open(ConnectionRecord connection, int place) {}

  private final TapSample sample;
  private final ExchangeLog exchanges = new ExchangeLog();
  private final List<Connection> connections = new ArrayList<>();

  /** Connections that have not ended, by index: their records hold several times as much. */
  private final Map<Integer, Open> open = new HashMap<>();

  private Optional<CaptureSummary> summary = Optional.empty();

  /**
   * Nothing taken in yet.
   *
   * @param rocePorts UDP ports of RoCE version 2 beside its own
   */
  public TapLog(int... rocePorts) {
    this.sample = new TapSample(rocePorts);
  }

  /** Takes a frame, before it is decoded. */
  public void frame(Frame frame) {
    sample.add(frame);
  }

  @Override
  public boolean takesNames() {
    return false;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    if (connections.size() < MOST) {
      open.put(connection.index().orElseThrow(), new Open(connection, connections.size()));
      connections.add(Connection.of(connection));
    }
  }

  @Override
  public void closed(ConnectionRecord connection) {
    Open known = open.remove(connection.index().orElse(0));
    if (known != null) {
      connections.set(known.place, Connection.of(connection));
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchanges.add(exchange);
  }

  /** Takes the counts of the run, which is over. */
  public void end(CaptureSummary counts) {
    summary = Optional.of(counts);
    for (Open each : open.values()) {
      connections.set(each.place, Connection.of(each.connection));
    }
    open.clear();
    exchanges.end();
  }

  TapSample sample() {
    return sample;
  }

  ExchangeLog exchanges() {
    return exchanges;
  }

  List<Connection> connections() {
    return connections;
  }

  /** The counts of the run. */
  CaptureSummary summary() {
    return summary.orElseThrow();
  }
}
