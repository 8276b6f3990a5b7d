package org.rdmadump.analysis.stats;

import java.util.LinkedHashSet;
import java.util.Set;
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

  private final Set<Long> calls = new LinkedHashSet<>();

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
    RpcSummary rpc = call.rpc().get();
    long first = rpc.repeatOf().isPresent() ? rpc.repeatOf().getAsLong() : call.number();
    if (hasResults(exchange)) {
      return calls.isEmpty() || !calls.contains(first);
    }
    boolean isNew = calls.add(first);
    if (calls.size() > MOST_CALLS) {
      calls.remove(calls.iterator().next());
    }
    return isNew;
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
