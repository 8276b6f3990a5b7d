package org.rdmadump.analysis.ends;

import java.util.ArrayList;
import java.util.List;
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
  record Connection(Transport transport, Endpoint client, Endpoint server) {}

  /** Connections that are kept. */
  private static final int MOST = 1 << 16;

  private final TapSample sample;
  private final ExchangeLog exchanges = new ExchangeLog();
  private final List<ConnectionRecord> opened = new ArrayList<>();
  private List<Connection> connections = List.of();
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
    if (opened.size() < MOST) {
      opened.add(connection);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchanges.add(exchange);
  }

  /** Takes the counts of the run, which is over. */
  public void end(CaptureSummary counts) {
    summary = Optional.of(counts);
    // Their records hold several times as much, and another capture is decoded now.
    connections =
        opened.stream()
            .map(each -> new Connection(each.transport(), each.client(), each.server()))
            .toList();
    opened.clear();
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
