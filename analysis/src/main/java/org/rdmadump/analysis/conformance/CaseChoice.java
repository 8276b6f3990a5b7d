package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** Which cases an exchange is one of. */
final class CaseChoice {
  private static final List<ConformanceCase> PLAIN =
      List.of(
          ConformanceCase.TRAFFIC,
          ConformanceCase.EXCHANGE_ID,
          ConformanceCase.READDIR,
          ConformanceCase.READLINK,
          ConformanceCase.GETATTR_ACL);

  private static final List<ConformanceCase> READS =
      List.of(
          ConformanceCase.READ_ONE_PACKET,
          ConformanceCase.READ_TWO_PACKETS,
          ConformanceCase.READ_MANY_PACKETS,
          ConformanceCase.READ_MANY_OPERATIONS);

  private static final List<ConformanceCase> WRITES =
      List.of(
          ConformanceCase.WRITE_ONE_PACKET,
          ConformanceCase.WRITE_TWO_PACKETS,
          ConformanceCase.WRITE_MANY_PACKETS,
          ConformanceCase.WRITE_MANY_OPERATIONS);

  private final Map<ConformanceCase, Predicate<RpcExchange>> filters =
      new EnumMap<>(ConformanceCase.class);

  /** Data that a READ has brought, in whatever way. */
  private final Predicate<RpcExchange> brought = filter("reply.nfs.data.length > 0");

  CaseChoice() {
    PLAIN.forEach(each -> filters.put(each, filter(each.expression())));
    filters.put(READS.get(0), filter(READS.get(0).expression()));
    filters.put(WRITES.get(0), filter(WRITES.get(0).expression()));
  }

  private static Predicate<RpcExchange> filter(String expression) {
    return Filter.predicate(expression, ExchangeFields.registry());
  }

  /**
   * The cases; none of an exchange without NFS.
   *
   * @param isRefused whether the server refused it, so that it is judged by the rules only
   */
  List<ConformanceCase> of(
      RpcExchange exchange, Optional<ConnectionRecord> connection, boolean isRefused) {
    List<ConformanceCase> cases = new ArrayList<>(2);
    if (!chooses(ConformanceCase.TRAFFIC, exchange)) {
      return cases;
    }
    for (ConformanceCase each : PLAIN) {
      if (each == ConformanceCase.TRAFFIC || (!isRefused && chooses(each, exchange))) {
        cases.add(each);
      }
    }
    if (!isRefused && chooses(READS.get(0), exchange)) {
      size(exchange, RdmaTransfer.Kind.WRITE, wanted(exchange), connection)
          .ifPresent(size -> cases.add(READS.get(size)));
    }
    if (!isRefused && chooses(WRITES.get(0), exchange)) {
      size(exchange, RdmaTransfer.Kind.READ, read(exchange), connection)
          .ifPresent(size -> cases.add(WRITES.get(size)));
    }
    return cases;
  }

  private boolean chooses(ConformanceCase which, RpcExchange exchange) {
    Predicate<RpcExchange> filter = filters.get(which);
    return filter != null && filter.test(exchange);
  }

  /** Bytes that Write chunks have; of data that passed them by, those of the reply. */
  private long wanted(RpcExchange exchange) {
    long written = written(exchange);
    return written == 0 && brought.test(exchange)
        ? exchange.reply().map(reply -> reply.stream().length()).orElse(0L)
        : written;
  }

  /** Bytes in Write chunks, as the reply has them; without them there, as the call offers them. */
  private static long written(RpcExchange exchange) {
    List<WriteChunk> chunks = chunks(exchange.reply());
    if (chunks.isEmpty()) {
      chunks = chunks(exchange.call());
    }
    List<ChunkSegment> segments = new ArrayList<>();
    for (WriteChunk each : chunks) {
      segments.addAll(each.segments());
    }
    return MessageChecks.length(segments);
  }

  private static List<WriteChunk> chunks(Optional<RpcMessage> message) {
    return message.map(RpcMessage::writeChunks).orElse(List.of());
  }

  private static long read(RpcExchange exchange) {
    List<ChunkSegment> segments = new ArrayList<>();
    for (ReadChunk each : exchange.call().map(RpcMessage::readChunks).orElse(List.of())) {
      segments.addAll(each.segments());
    }
    return MessageChecks.length(segments);
  }

  /** Which of the four sizes it is of; none if no data moved by RDMA, nor had to. */
  private static Optional<Integer> size(
      RpcExchange exchange,
      RdmaTransfer.Kind kind,
      long bytes,
      Optional<ConnectionRecord> connection) {
    List<RdmaTransfer> transfers = ExchangeChecks.transfers(exchange, kind);
    if (ExchangeChecks.countWithoutRetries(exchange, kind) > 1) {
      return Optional.of(3);
    }
    if (bytes == 0) {
      return Optional.empty();
    }
    long packets = transfers.isEmpty() ? 1 : transfers.get(0).packets();
    if (connection.isPresent() && connection.get().pathMtu().isPresent()) {
      packets = ExchangeChecks.packets(bytes, connection.get().pathMtu().getAsInt());
    }
    return Optional.of(packets <= 1 ? 0 : packets == 2 ? 1 : 2);
  }
}
