package org.rdmadump.analysis.overview;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * Replies that were said not to be captured, and that were never sent: the client sent the call
 * again, and that shows that it had none.
 */
final class NeverSent {
  private static final int MOST_CALLS = 4096;

  /** By number: calls whose reply may be missing, and those that are known to have had none. */
  private final Map<Long, Doubt> doubtful = new RecentMap<>(MOST_CALLS);

  private final Map<Long, Boolean> known = new RecentMap<>(MOST_CALLS);
  private long replies;

  /**
   * A call of which it is not known whether it had a reply.
   *
   * @param since when it began to wait
   */
  record Doubt(int connection, long since, Direction direction, boolean isChosen) {}

  /**
   * Takes a message; one that repeats a call may tell of that.
   *
   * @return the call that was in doubt until now, if it tells of one
   */
  Optional<Doubt> add(RpcMessage message) {
    if (message.isRepeat() && has(message.findings(), RpcRdmaRules.NO_REPLY)) {
      Doubt told = doubtful.remove(message.firstNumber());
      if (told != null) {
        replies++;
        return Optional.of(told);
      }
      known.put(message.firstNumber(), true);
    }
    return Optional.empty();
  }

  /**
   * Takes a call, with its reply or without one.
   *
   * @return whether its reply may be missing, as far as is known by now
   */
  boolean add(RpcExchange exchange, boolean isChosen) {
    if (!mayBeMissing(exchange)) {
      return false;
    }
    RpcMessage call = exchange.call().orElseThrow();
    if (known.remove(call.number()) != null) {
      replies++;
      return false;
    }
    doubtful.put(
        call.number(),
        new Doubt(exchange.connection(), call.sendBeginNanos(), call.direction(), isChosen));
    return true;
  }

  /** {@return whether a call has no reply because it was not captured, as far as that shows} */
  private static boolean mayBeMissing(RpcExchange exchange) {
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
