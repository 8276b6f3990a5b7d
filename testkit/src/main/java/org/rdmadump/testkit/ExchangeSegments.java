package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.conformance.MessageChecks;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;

/** The segments through which a call and its reply may move, with the lengths that count. */
final class ExchangeSegments {
  private ExchangeSegments() {}

  /** Whether there is one that has bytes to move. */
  static boolean hasUsed(RpcExchange exchange) {
    return of(exchange).stream().anyMatch(each -> each.length() > 0);
  }

  /** Whether there is one that has none. */
  static boolean hasUnused(RpcExchange exchange) {
    return of(exchange).stream().anyMatch(each -> each.length() == 0);
  }

  /** Those of the call's Read chunks, and of the reply's Write chunks and Reply chunk. */
  private static List<ChunkSegment> of(RpcExchange exchange) {
    List<ChunkSegment> segments = new ArrayList<>();
    if (exchange.call().isPresent()) {
      for (ReadChunk each : exchange.call().get().readChunks()) {
        segments.addAll(each.segments());
      }
    }
    exchange.reply().ifPresent(reply -> segments.addAll(MessageChecks.segments(reply)));
    return segments;
  }
}
