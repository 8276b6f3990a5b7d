package org.rdmadump.analysis.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The exchanges that took longest, and those with the worst findings. An exchange is drawn only
 * when it is among them so far, and at once, because its bytes are gone later.
 */
public final class ShownExchanges {
  // What Comparator makes of keys is in no archive of classes, and takes a start a millisecond
  // each.
  private static final Comparator<ShownExchange> BY_LATENCY = ShownExchanges::byLatency;
  private static final Comparator<ShownExchange> BY_FINDINGS = ShownExchanges::byFindings;

  private final int most;
  private final Function<RpcExchange, String> drawing;
  private final PriorityQueue<ShownExchange> slowest = new PriorityQueue<>(BY_LATENCY);
  private final PriorityQueue<ShownExchange> noticed = new PriorityQueue<>(BY_FINDINGS);
  private long timedCount;
  private long noticedCount;

  /**
   * None so far.
   *
   * @param most how many of each kind to keep, above 0
   * @param drawing makes what the report shows of an exchange
   */
  ShownExchanges(int most, Function<RpcExchange, String> drawing) {
    this.most = most;
    this.drawing = drawing;
  }

  void take(RpcExchange exchange) {
    long latency = latency(exchange);
    List<Finding> ofCall = findings(exchange.call());
    List<Finding> ofReply = findings(exchange.reply());
    int count = exchange.findings().size() + ofCall.size() + ofReply.size();
    int severity = count == 0 ? 0 : worst(worst(worst(0, exchange.findings()), ofCall), ofReply);
    timedCount += latency >= 0 ? 1 : 0;
    noticedCount += count > 0 ? 1 : 0;
    boolean isSlow =
        latency >= 0 && (slowest.size() < most || latency > slowest.element().latency());
    boolean isBad = count > 0 && (noticed.size() < most || isWorse(severity, count));
    if (!isSlow && !isBad) {
      return;
    }
    ShownExchange shown =
        new ShownExchange(number(exchange), latency, severity, count, drawing.apply(exchange));
    if (isSlow) {
      add(slowest, shown);
    }
    if (isBad) {
      add(noticed, shown);
    }
  }

  private boolean isWorse(int severity, int count) {
    ShownExchange least = noticed.element();
    return severity > least.severity()
        || (severity == least.severity() && count > least.findings());
  }

  private void add(PriorityQueue<ShownExchange> to, ShownExchange shown) {
    to.add(shown);
    if (to.size() > most) {
      to.remove();
    }
  }

  private static List<Finding> findings(Optional<RpcMessage> message) {
    return message.isPresent() ? message.get().findings() : List.of();
  }

  private static int worst(int severity, List<Finding> findings) {
    int worst = severity;
    for (Finding each : findings) {
      worst = Math.max(worst, level(each));
    }
    return worst;
  }

  private static int level(Finding finding) {
    return 1
        + switch (finding.rule().severity()) {
          case NOTE -> 0;
          case WARNING -> 1;
          case ERROR -> 2;
        };
  }

  private static long latency(RpcExchange exchange) {
    return exchange.latencyNanos().orElse(-1);
  }

  private static long number(RpcExchange exchange) {
    Optional<RpcMessage> message = exchange.call().isPresent() ? exchange.call() : exchange.reply();
    return message.isPresent() ? message.get().number() : 0;
  }

  /** {@return those that took longest, the slowest first} */
  public List<ShownExchange> slowest() {
    return worstFirst(slowest, BY_LATENCY);
  }

  /** {@return those with findings, the worst first} */
  public List<ShownExchange> noticed() {
    return worstFirst(noticed, BY_FINDINGS);
  }

  private static List<ShownExchange> worstFirst(
      PriorityQueue<ShownExchange> kept, Comparator<ShownExchange> order) {
    List<ShownExchange> sorted = new ArrayList<>(kept);
    sorted.sort(order.reversed());
    return sorted;
  }

  /** {@return exchanges whose latency is known} */
  public long timedCount() {
    return timedCount;
  }

  /** {@return exchanges with findings} */
  public long noticedCount() {
    return noticedCount;
  }

  private static int byLatency(ShownExchange one, ShownExchange other) {
    int by = Long.compare(one.latency(), other.latency());
    return by != 0 ? by : Long.compare(other.number(), one.number());
  }

  private static int byFindings(ShownExchange one, ShownExchange other) {
    int by = Integer.compare(one.severity(), other.severity());
    by = by != 0 ? by : Integer.compare(one.findings(), other.findings());
    return by != 0 ? by : Long.compare(other.number(), one.number());
  }
}
