package org.rdmadump.analysis.overview;

import java.util.Map;
import java.util.Optional;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Calls without a reply that do not count as such, by client: a client sends a call again over
 * another connection, which brings the answer, or has none either, and so counts in its place.
 */
final class AnsweredAgain {
  private static final int MOST_CALLS = 4096;
  private static final int MOST_CLIENTS = 4096;

  /** Those that count as unanswered, by the numbers of the first calls. */
  private final Map<Long, Boolean> waiting = new RecentMap<>(MOST_CALLS);

  /** The latest calls with an answer, likewise. */
  private final Map<Long, Answer> answered = new RecentMap<>(MOST_CALLS);

  private final Map<IpAddress, Long> byClient = new RecentMap<>(MOST_CLIENTS);
  private long all;

  /**
   * The answer to a call that was sent more than once.
   *
   * @param number of the call that it came to
   * @param connection over which it came
   * @param nanos its time
   */
  record Answer(long number, int connection, long nanos) {}

  /** Takes a call, with its reply or without one. */
  void add(RpcExchange exchange) {
    if (exchange.call().isEmpty() || exchange.call().get().rpc().isEmpty()) {
      return;
    }
    RpcMessage call = exchange.call().get();
    if (exchange.reply().isEmpty()) {
      unanswered(call, call.firstNumber());
    } else if (call.isRepeat() || !waiting.isEmpty()) {
      answered(call, call.firstNumber(), exchange.reply().get());
    }
  }

  private void unanswered(RpcMessage call, long first) {
    Answer by = answered.get(first);
    if ((by != null && call.number() < by.number()) || waiting.put(first, true) != null) {
      leaveOut(call);
    }
  }

  private void answered(RpcMessage call, long first, RpcMessage reply) {
    boolean waited = waiting.remove(first) != null;
    if (waited) {
      leaveOut(call);
    }
    if (waited || call.number() != first) {
      answered.put(first, new Answer(call.number(), reply.connection(), reply.sendNanos()));
    }
  }

  private void leaveOut(RpcMessage call) {
    boolean isCallback = call.direction() == Direction.BACKWARD;
    IpAddress client = (isCallback ? call.destination() : call.source()).address();
    byClient.merge(client, 1L, Long::sum);
    all++;
  }

  /** {@return the answer to a call without a reply that came to a repeat of it} */
  Optional<Answer> answer(RpcMessage call) {
    Answer answer = answered.get(call.firstNumber());
    return answer == null || answer.number() == call.number()
        ? Optional.empty()
        : Optional.of(answer);
  }

  /** {@return how many of the calls without a reply do not count} */
  long all() {
    return all;
  }

  /** {@return the same of one client} */
  long of(IpAddress client) {
    return byClient.getOrDefault(client, 0L);
  }
}
