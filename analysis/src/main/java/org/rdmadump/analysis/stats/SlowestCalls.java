package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** The calls that waited longest for their replies, of equals those that were answered first. */
public final class SlowestCalls {
  /** As many can be asked for. */
  public static final int MOST = 1000;

  private static final Comparator<SlowCall> BY_LATENCY =
      Comparator.comparingLong(SlowCall::latency)
          .thenComparing(SlowCall::replyFrame, Comparator.reverseOrder());

  private final int most;
  private final Function<RpcMessage, String> about;

  /** The one with the least latency first. */
  private final PriorityQueue<SlowCall> calls = new PriorityQueue<>(BY_LATENCY);

  /**
   * No calls yet.
   *
   * @param most how many to keep, from 1 to {@link #MOST}
   * @param about says what a call is about; asked at once, because its bytes are gone later
   */
  public SlowestCalls(int most, Function<RpcMessage, String> about) {
    this.most = most;
    this.about = about;
  }

  /** Takes a call with its reply. */
  public void take(RpcExchange exchange) {
    if (exchange.call().isEmpty() || exchange.reply().isEmpty()) {
      return;
    }
    RpcMessage call = exchange.call().get();
    RpcMessage reply = exchange.reply().get();
    if (call.rpc().isEmpty() || reply.rpc().isEmpty()) {
      return;
    }
    RpcSummary rpc = reply.rpc().get();
    if (rpc.latencyNanos().isEmpty()) {
      return;
    }
    long latency = rpc.latencyNanos().getAsLong();
    if (calls.size() == most && latency <= calls.element().latency()) {
      return;
    }
    calls.add(
        new SlowCall(
            call.number(),
            call.sendFrame(),
            reply.sendFrame(),
            exchange.connection(),
            exchange.xid(),
            OperationKey.of(call, call.rpc().get()),
            latency,
            exchange.timing(),
            about.apply(call)));
    if (calls.size() > most) {
      calls.remove();
    }
  }

  /** {@return the slowest first} */
  public List<SlowCall> list() {
    List<SlowCall> sorted = new ArrayList<>(calls);
    sorted.sort(BY_LATENCY.reversed());
    return sorted;
  }
}
