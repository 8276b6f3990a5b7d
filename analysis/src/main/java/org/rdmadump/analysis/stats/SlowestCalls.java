package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/**
 * The calls that waited longest for their replies, of equals those that were answered first; and
 * the NVMe commands that did.
 */
public final class SlowestCalls {
  /** As many can be asked for. */
  public static final int MOST = 1000;

  private static final Comparator<SlowCall> BY_LATENCY =
      Comparator.comparingLong(SlowCall::latency)
          .thenComparing(SlowCall::replyFrame, Comparator.reverseOrder());

  private static final Comparator<NvmeExchange> COMMANDS_BY_LATENCY =
      Comparator.comparingLong(SlowestCalls::latency)
          .thenComparing(NvmeExchange::lastFrame, Comparator.reverseOrder());

  private final int most;
  private final Function<RpcMessage, String> about;

  /** The one with the least latency first. */
  private final PriorityQueue<SlowCall> calls = new PriorityQueue<>(BY_LATENCY);

  private final PriorityQueue<NvmeExchange> commands = new PriorityQueue<>(COMMANDS_BY_LATENCY);

  /**
   * No calls yet.
   *
   * @param most how many of each to keep, from 1 to {@link #MOST}
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

  /** Takes an NVMe command, unless it has no latency, or waited for an event. */
  public void take(NvmeExchange exchange) {
    if (exchange.latencyNanos().isEmpty()
        || exchange.waitsForEvent()
        || (commands.size() == most && latency(exchange) <= latency(commands.element()))) {
      return;
    }
    commands.add(exchange.outline());
    if (commands.size() > most) {
      commands.remove();
    }
  }

  private static long latency(NvmeExchange exchange) {
    return exchange.latencyNanos().orElseThrow();
  }

  /** {@return the slowest calls first} */
  public List<SlowCall> list() {
    return sorted(calls, BY_LATENCY);
  }

  /** {@return the slowest commands first, {@linkplain NvmeExchange#outline outlines}} */
  public List<NvmeExchange> commands() {
    return sorted(commands, COMMANDS_BY_LATENCY);
  }

  private static <T> List<T> sorted(PriorityQueue<T> all, Comparator<T> byLatency) {
    List<T> sorted = new ArrayList<>(all);
    sorted.sort(byLatency.reversed());
    return sorted;
  }
}
