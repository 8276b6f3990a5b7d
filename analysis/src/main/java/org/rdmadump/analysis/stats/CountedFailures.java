package org.rdmadump.analysis.stats;

import java.util.Map;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * Refused calls whose failure is counted, by the numbers of their messages. A client sends such a
 * call again over other connections, where it may be refused again: it fails once. Of too many the
 * oldest are forgotten.
 */
public final class CountedFailures {
  private static final int MOST_CALLS = 4096;

  private final Map<Long, Boolean> calls = new RecentMap<>(MOST_CALLS);

  /** None so far. */
  public CountedFailures() {}

  /**
   * Takes in an exchange that failed.
   *
   * @return whether the failure of its call is not counted so far
   */
  public boolean add(RpcExchange exchange) {
    if (exchange.call().isEmpty() || exchange.call().get().rpc().isEmpty()) {
      return true;
    }
    RpcMessage call = exchange.call().get();
    long first = call.firstNumber();
    if (hasResults(exchange)) {
      return calls.isEmpty() || !calls.containsKey(first);
    }
    return calls.putIfAbsent(first, true) == null;
  }

  /** Whether the reply has results; then the client does not send the call again. */
  private static boolean hasResults(RpcExchange exchange) {
    return exchange
        .reply()
        .flatMap(RpcMessage::rpc)
        .flatMap(RpcSummary::status)
        .filter(RpcStatusCode.SUCCESS.name()::equals)
        .isPresent();
  }
}
