package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.finding.Finding;
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
    return identity()
        .addAll(transport())
        .add(
            new ListGroup<>("findings", Parts.findings(), ExchangeFields::findings),
            "findings about the call, the reply and the pair")
        .add(WiresharkRpc.replyFrame())
        .add(new OneGroup<>("call", messages, RpcExchange::call), "the call")
        .add(new OneGroup<>("reply", messages, RpcExchange::reply), "the reply")
        .add(new PairFields<>(messages, RpcExchange::call, RpcExchange::reply));
  }

  /** {@return which exchange it is} */
  public static FieldRegistry<RpcExchange> identity() {
    return new FieldRegistry<RpcExchange>("exchanges")
        .add(FieldType.HEX32, "xid", "XID", (exchange, to) -> Parts.bits(exchange.xid(), to))
        .number(
            FieldType.UNSIGNED,
            "connection",
            "number of the connection: 1, 2, 3, ...",
            RpcExchange::connection);
  }

  /** {@return what RDMA did for it, and when} */
  public static FieldRegistry<RpcExchange> transport() {
    String same = "as rpc.timing";
    return new FieldRegistry<RpcExchange>("exchanges")
        .optionalPart(
            "timing",
            "parts of the latency if RDMA moved data",
            RpcFields.timing(same, same, same),
            RpcExchange::timing)
        .add(
            new ListGroup<>("transfers", Parts.transfers(), RpcExchange::transfers),
            MessageFields.TRANSFERS);
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
}
