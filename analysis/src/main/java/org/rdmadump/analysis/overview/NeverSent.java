package org.rdmadump.analysis.overview;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * Replies that were said not to be captured, and that were never sent: the client sent the call
 * again, and that shows that it had none.
 */
final class NeverSent {
  private static final int MOST_CALLS = 4096;

  /** Numbers of calls whose reply may be missing, and of those that are known to have had none. */
  private final Map<Long, Boolean> doubtful = new RecentMap<>(MOST_CALLS);

  private final Map<Long, Boolean> known = new RecentMap<>(MOST_CALLS);
  private long replies;

  /** Takes a message; one that repeats a call may tell of that. */
  void add(RpcMessage message) {
    OptionalLong first =
        message.rpc().isPresent() ? message.rpc().get().repeatOf() : OptionalLong.empty();
    if (first.isPresent() && has(message.findings(), RpcRdmaRules.NO_REPLY)) {
      if (doubtful.remove(first.getAsLong()) != null) {
        replies++;
      } else {
        known.put(first.getAsLong(), true);
      }
    }
  }

  /** Takes a call, with its reply or without one. */
  void add(RpcExchange exchange) {
    if (mayBeMissing(exchange)) {
      long number = exchange.call().orElseThrow().number();
      if (known.remove(number) != null) {
        replies++;
      } else {
        doubtful.put(number, true);
      }
    }
  }

  /** {@return whether a call has no reply because it was not captured, as far as that shows} */
  static boolean mayBeMissing(RpcExchange exchange) {
    return exchange.call().isPresent()
        && exchange.reply().isEmpty()
        && has(exchange.findings(), RpcRdmaRules.REPLY_NOT_CAPTURED);
  }

  private static boolean has(List<Finding> some, Rule rule) {
    for (int i = 0; i < some.size(); i++) {
      if (some.get(i).rule().equals(rule)) {
        return true;
      }
    }
    return false;
  }

  /** {@return how many there are} */
  long replies() {
    return replies;
  }
}
