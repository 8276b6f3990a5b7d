package org.rdmadump.analysis.conformance;

import java.util.function.Predicate;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * Whether a server refused a call: RPC denied it or could not take it (RFC 5531 section 9), or NFS
 * answered with an error. Then no data has to move.
 */
final class Refusal {
  private final Predicate<RpcExchange> failed =
      Filter.predicate("reply.nfs.status != 0", ExchangeFields.registry());

  Refusal() {}

  /** {@return whether an exchange has a reply that says so} */
  boolean is(RpcExchange exchange) {
    return isDenied(exchange) || failed.test(exchange);
  }

  /**
   * {@return whether RPC refused it, so that the server needs nothing of the call but its header}
   */
  static boolean isDenied(RpcExchange exchange) {
    return exchange
        .reply()
        .flatMap(RpcMessage::rpc)
        .flatMap(RpcSummary::status)
        .filter(status -> !status.equals(RpcStatusCode.SUCCESS.name()))
        .isPresent();
  }
}
