package org.rdmadump;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** One way through a capture, from its first frame on: decodes as much as is asked for. */
final class CapturePass implements MessageListener, Closeable {
  private static final int MOST_CONNECTIONS = 1 << 14;

  private final FrameSource source;
  private final CaptureDecoder decoder;

  /** What a frame completed, until it is asked for; its length is bounded by what was in flight. */
  private final Queue<CaptureRecord> completed = new ArrayDeque<>();

  /** By index; of very many the oldest are forgotten. */
  private final Map<Integer, ConnectionRecord> connections = new LinkedHashMap<>();

  private Optional<CaptureSummary> summary = Optional.empty();

  CapturePass(FrameSource source, CaptureOptions options) {
    this.source = source;
    this.decoder = new CaptureDecoder(source, options, this);
  }

  /** {@return what comes next; empty at the end} */
  Optional<CaptureRecord> next() throws IOException {
    while (completed.isEmpty() && summary.isEmpty()) {
      if (!decoder.decodeNext()) {
        summary = Optional.of(decoder.finish());
      }
    }
    return Optional.ofNullable(completed.poll());
  }

  /** {@return a connection, if it was met} */
  Optional<ConnectionRecord> connection(int index) {
    return Optional.ofNullable(connections.get(index));
  }

  /** {@return the counts, at the end} */
  Optional<CaptureSummary> summary() {
    return summary;
  }

  /** {@return why the input ended before its end, if it did} */
  Optional<Damage> damage() {
    return source.damage();
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
    completed.add(new CaptureRecord.OfMessage(message));
  }

  @Override
  public void exchange(RpcExchange exchange) {
    completed.add(new CaptureRecord.OfExchange(exchange));
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
