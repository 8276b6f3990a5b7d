package org.rdmadump.analysis.stats;

import java.util.List;
import java.util.function.Function;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The calls that waited longest for their replies, of equals those that were answered first; and
 * the NVMe commands that did.
 */
public final class SlowestCalls {
  /** As many can be asked for. */
  public static final int MOST = 1000;

  private final Function<RpcMessage, String> about;
  private final Slowest<SlowCall> calls;
  private final Slowest<NvmeExchange> commands;

  /**
   * No calls yet.
   *
   * @param most how many of each to keep, from 1 to {@link #MOST}
   * @param about says what a call is about; asked at once, because its bytes are gone later
   */
  public SlowestCalls(int most, Function<RpcMessage, String> about) {
    this.about = about;
    calls = new Slowest<>(most, SlowCall::latency, SlowCall::replyFrame);
    commands =
        new Slowest<>(most, each -> each.latencyNanos().orElseThrow(), NvmeExchange::lastFrame);
  }

  /** Takes a call with its reply. */
  public void take(RpcExchange exchange) {
    if (exchange.call().isEmpty() || exchange.reply().isEmpty()) {
      return;
    }
    RpcMessage call = exchange.call().get();
    RpcMessage reply = exchange.reply().get();
    if (call.rpc().isEmpty() || exchange.latencyNanos().isEmpty()) {
      return;
    }
    long latency = exchange.latencyNanos().getAsLong();
    if (calls.takes(latency)) {
      calls.take(
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
    }
  }

  /** Takes an NVMe command, unless it has no latency, or waited for an event. */
  public void take(NvmeExchange exchange) {
    if (exchange.latencyNanos().isPresent()
        && !exchange.waitsForEvent()
        && commands.takes(exchange.latencyNanos().getAsLong())) {
      commands.take(exchange.outline());
    }
  }

  /** {@return the slowest calls first} */
  public List<SlowCall> list() {
    return calls.list();
  }

  /** {@return the slowest commands first, {@linkplain NvmeExchange#outline outlines}} */
  public List<NvmeExchange> commands() {
    return commands.list();
  }
}
