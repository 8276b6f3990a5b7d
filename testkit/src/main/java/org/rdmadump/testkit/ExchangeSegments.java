package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.conformance.MessageChecks;
import org.rdmadump.analysis.conformance.Violation;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaTransfer;
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

  /**
   * That each operation is within a segment that has bytes to move its way, by the reply's lengths.
   * Of no bytes it may be anywhere: nothing is moved then.
   */
  static Optional<Violation> elsewhere(RpcExchange exchange) {
    List<ChunkSegment> read = read(exchange);
    List<ChunkSegment> written = written(exchange);
    for (RdmaTransfer each : exchange.transfers()) {
      List<ChunkSegment> segments = each.kind() == RdmaTransfer.Kind.READ ? read : written;
      if (each.length() > 0 && segments.stream().noneMatch(it -> isWithin(each, it))) {
        return Optional.of(
            new Violation(
                "RDMA " + each.kind().label() + "s within the segments that were used",
                String.format(
                    Locale.ROOT,
                    "one of %s at 0x%016x of 0x%08x",
                    Counted.of(each.length(), "byte"),
                    each.address(),
                    each.handle()),
                Optional.empty()));
      }
    }
    return Optional.empty();
  }

  private static boolean isWithin(RdmaTransfer transfer, ChunkSegment segment) {
    long into = transfer.address() - segment.offset();
    return transfer.handle() == segment.handle()
        && into >= 0
        && into < segment.length()
        && transfer.length() <= segment.length() - into;
  }

  /** Those of the call's Read chunks, and of the reply's Write chunks and Reply chunk. */
  private static List<ChunkSegment> of(RpcExchange exchange) {
    List<ChunkSegment> segments = new ArrayList<>(read(exchange));
    segments.addAll(written(exchange));
    return segments;
  }

  private static List<ChunkSegment> read(RpcExchange exchange) {
    List<ChunkSegment> segments = new ArrayList<>();
    if (exchange.call().isPresent()) {
      for (ReadChunk each : exchange.call().get().readChunks()) {
        segments.addAll(each.segments());
      }
    }
    return segments;
  }

  private static List<ChunkSegment> written(RpcExchange exchange) {
    return exchange.reply().map(MessageChecks::segments).orElse(List.of());
  }
}
