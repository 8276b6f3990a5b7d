package org.rdmadump.analysis.ends;

import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.OperationKey;

/** Where the time of the exchanges of one operation went. */
public final class OperationParts {
  private final OperationKey operation;
  private final Durations latency = new Durations();
  private final Durations server = new Durations();
  private final Durations client = new Durations();
  private final Durations network = new Durations();

  OperationParts(OperationKey operation) {
    this.operation = operation;
  }

  void add(ExchangeParts parts) {
    latency.add(parts.latency());
    server.add(parts.server());
    client.add(parts.client());
    network.add(parts.network());
  }

  /** {@return the operation} */
  public OperationKey operation() {
    return operation;
  }

  /** {@return from the call to the reply, at the caller's tap} */
  public Durations latency() {
    return latency;
  }

  /** {@return what the callee took} */
  public Durations server() {
    return server;
  }

  /** {@return what the caller took to answer RDMA Reads} */
  public Durations client() {
    return client;
  }

  /** {@return what the network took} */
  public Durations network() {
    return network;
  }
}
