package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.WriteChunk;

/** Selects the cases that an exchange belongs to. */
final class CaseChoice {
  private final Map<ConformanceCase.Group, Predicate<RpcExchange>> filters =
      new EnumMap<>(ConformanceCase.Group.class);

  /** READs that returned data, by RDMA or inline. */
  private final Predicate<RpcExchange> brought = filter("reply.nfs.data.length > 0");

  /** WRITEs of nothing, whatever else their compound has in a Position-Zero Read chunk. */
  private final Predicate<RpcExchange> empty = filter("all call.nfs.data.length == 0");

  private final Predicate<RpcExchange> failed = filter("reply.nfs.status != 0");

  CaseChoice() {
    for (ConformanceCase each : ConformanceCase.values()) {
      filters.computeIfAbsent(each.group(), any -> filter(each.expression()));
    }
  }

  private static Predicate<RpcExchange> filter(String expression) {
    try {
      return Filter.of(expression, ExchangeFields.registry())::matches;
    } catch (FilterException e) {
      throw new IllegalArgumentException(e.reason(), e);
    }
  }

  /**
   * {@return whether RPC denied or rejected a call (RFC 5531 section 9), or RDMA_ERROR refused it
   * (RFC 8166 section 4.5)} The server needs only the header of such a call.
   */
  static boolean isDenied(RpcExchange exchange) {
    return isError(exchange) || isRejected(exchange);
  }

  /** {@return whether RDMA_ERROR, which has no chunk lists, answered a call} */
  static boolean isError(RpcExchange exchange) {
    return exchange.reply().filter(reply -> reply.header().error().isPresent()).isPresent();
  }

  private static boolean isRejected(RpcExchange exchange) {
    return exchange
        .reply()
        .flatMap(RpcMessage::rpc)
        .flatMap(RpcSummary::status)
        .filter(status -> !status.equals(RpcStatusCode.SUCCESS.name()))
        .isPresent();
  }

  /**
   * The cases of an exchange; none if it carries no NFS. Exchanges that RPC denied or NFS answered
   * with an error belong to TRAFFIC alone, because no data has to move.
   */
  List<ConformanceCase> of(RpcExchange exchange, Optional<ConnectionRecord> connection) {
    boolean isRefused = isDenied(exchange) || failed.test(exchange);
    List<ConformanceCase> cases = new ArrayList<>(2);
    // Traffic comes first.
    filters.forEach(
        (group, filter) -> {
          boolean isPossible =
              group == ConformanceCase.Group.TRAFFIC || (!cases.isEmpty() && !isRefused);
          if (isPossible && filter.test(exchange)) {
            size(group, exchange, connection).map(group.cases()::get).ifPresent(cases::add);
          }
        });
    return cases;
  }

  /** The index of the case in its group, by size; none if no data moved by RDMA. */
  private Optional<Integer> size(
      ConformanceCase.Group group, RpcExchange exchange, Optional<ConnectionRecord> connection) {
    return switch (group) {
      case READ -> size(exchange, RdmaTransfer.Kind.WRITE, wanted(exchange), connection);
      case WRITE ->
          size(
              exchange,
              RdmaTransfer.Kind.READ,
              empty.test(exchange) ? 0 : read(exchange),
              connection);
      default -> Optional.of(0);
    };
  }

  /** Bytes in the Write chunks; if the data went elsewhere, the length of the reply. */
  private long wanted(RpcExchange exchange) {
    long written = written(exchange);
    return written == 0 && brought.test(exchange)
        ? exchange.reply().map(reply -> reply.stream().length()).orElse(0L)
        : written;
  }

  /** Bytes in the Write chunks of the reply; if it lists none, of the call. */
  private static long written(RpcExchange exchange) {
    List<WriteChunk> chunks = chunks(exchange.reply());
    return (chunks.isEmpty() ? chunks(exchange.call()) : chunks)
        .stream().mapToLong(each -> MessageChecks.length(each.segments())).sum();
  }

  private static List<WriteChunk> chunks(Optional<RpcMessage> message) {
    return message.map(RpcMessage::writeChunks).orElse(List.of());
  }

  private static long read(RpcExchange exchange) {
    return MessageChecks.length(ExchangeChecks.usedSegments(exchange, RdmaTransfer.Kind.READ));
  }

  /** Which of the four sizes; none if no data moved or had to move by RDMA. */
  private static Optional<Integer> size(
      RpcExchange exchange,
      RdmaTransfer.Kind kind,
      long bytes,
      Optional<ConnectionRecord> connection) {
    if (bytes == 0) {
      return Optional.empty();
    }
    List<RdmaTransfer> transfers = ExchangeChecks.transfers(exchange, kind);
    if (ExchangeChecks.countWithoutRetries(exchange, kind) > 1) {
      return Optional.of(3);
    }
    long packets = transfers.isEmpty() ? 1 : transfers.get(0).packets();
    if (connection.isPresent() && connection.get().pathMtu().isPresent()) {
      packets = ExchangeChecks.packets(bytes, connection.get().pathMtu().getAsInt());
    }
    return Optional.of(packets <= 1 ? 0 : packets == 2 ? 1 : 2);
  }
}
