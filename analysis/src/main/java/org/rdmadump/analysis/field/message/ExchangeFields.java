package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * All fields of exchanges: their own, those of both messages with {@code call.} and {@code reply.}
 * before them, and without that those of either.
 */
public final class ExchangeFields {
  private ExchangeFields() {}

  /** {@return the fields of exchanges, new for every caller: they are for one thread} */
  public static FieldRegistry<RpcExchange> registry() {
    FieldRegistry<RpcMessage> messages = MessageFields.registry();
    return new FieldRegistry<RpcExchange>("exchanges")
        .add(
            new Field<>(
                "xid",
                FieldType.HEX32,
                "XID",
                (exchange, to) -> MessageField.unsigned(exchange.xid(), to)))
        .add(
            new Field<>(
                "connection",
                FieldType.UNSIGNED,
                "1, 2, 3, ...: the connection",
                (exchange, to) -> to.number(exchange.connection())))
        .add(
            new Field<>(
                "timing",
                FieldType.GROUP,
                "where RDMA moved data",
                (exchange, to) -> exchange.timing().isPresent() && to.group()))
        .add(timing("timing.to_first_rdma_ns", RdmaTiming::toFirstRdma))
        .add(timing("timing.rdma_ns", RdmaTiming::rdma))
        .add(timing("timing.to_reply_ns", RdmaTiming::toReply))
        .add(
            new ListGroup<>("transfers", MessageFields.transfers(), RpcExchange::transfers),
            MessageFields.TRANSFERS)
        .add(
            new ListGroup<>("findings", MessageFields.findings(), ExchangeFields::findings),
            "what was noticed of the call, the reply and the pair")
        .add(new ListGroup<>("call", messages, exchange -> list(exchange.call())), "the call")
        .add(new ListGroup<>("reply", messages, exchange -> list(exchange.reply())), "the reply")
        .add(new PairFields<>(messages, new Messages()));
  }

  private static List<Finding> findings(RpcExchange exchange) {
    List<Finding> all = new ArrayList<>(exchange.findings());
    if (exchange.call().isPresent()) {
      all.addAll(exchange.call().get().findings());
    }
    if (exchange.reply().isPresent()) {
      all.addAll(exchange.reply().get().findings());
    }
    return all;
  }

  private static final class Messages implements PairFields.Pair<RpcExchange> {
    @Override
    public Optional<RpcMessage> call(RpcExchange exchange) {
      return exchange.call();
    }

    @Override
    public Optional<RpcMessage> reply(RpcExchange exchange) {
      return exchange.reply();
    }
  }

  /** A part of the time. */
  private interface Part {
    long of(RdmaTiming timing);
  }

  private static Field<RpcExchange> timing(String name, Part part) {
    return new Field<>(
        name,
        FieldType.DURATION,
        "as rpc.timing",
        (exchange, to) ->
            exchange.timing().isPresent() && to.number(part.of(exchange.timing().get())));
  }

  private static List<RpcMessage> list(Optional<RpcMessage> message) {
    return message.isPresent() ? List.of(message.get()) : List.of();
  }
}
