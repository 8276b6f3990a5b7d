package org.rdmadump;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Keeps messages and exchanges in the order of the capture, and the connections met so far. */
final class RecordQueue extends PassQueue<CaptureRecord> {
  private static final int MOST_CONNECTIONS = 1 << 14;

  /** By index; of very many the oldest are forgotten. */
  private final Map<Integer, ConnectionRecord> connections = new LinkedHashMap<>();

  /** {@return a connection, if it was met} */
  Optional<ConnectionRecord> connection(int index) {
    return Optional.ofNullable(connections.get(index));
  }

  @Override
  public void opened(ConnectionRecord connection) {
    if (connections.size() == MOST_CONNECTIONS) {
      connections.remove(connections.keySet().iterator().next());
    }
    connection.index().ifPresent(index -> connections.put(index, connection));
  }

  @Override
  public void message(RpcMessage message) {
    tell(CaptureRecord.of(message));
  }

  @Override
  public void exchange(RpcExchange exchange) {
    tell(CaptureRecord.of(exchange));
  }
}
