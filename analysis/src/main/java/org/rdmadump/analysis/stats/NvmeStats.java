package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.rdma.Distribution;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;

/** The NVMe commands of one name and set. */
public final class NvmeStats {
  private final CommandSet set;
  private final String operation;
  private final Distribution latencies = new Distribution();
  private final Distribution rdma = new Distribution();
  private final ErrorCounts errors = new ErrorCounts();
  private Optional<NvmeExchange> slowest = Optional.empty();
  private Optional<NvmeExchange> firstFailed = Optional.empty();
  private long count;
  private long failed;
  private long unanswered;
  private long bytes;

  private NvmeStats(CommandSet set, String operation) {
    this.set = set;
    this.operation = operation;
  }

  private void add(NvmeExchange exchange) {
    count++;
    if (exchange.response().isEmpty()) {
      unanswered++;
    } else if (exchange.isFailed()) {
      failed++;
      errors.add(exchange.status().orElseThrow());
      firstFailed = firstFailed.or(() -> Optional.of(exchange.outline()));
    }
    bytes += exchange.data().map(NvmeData::length).orElse(0L);
    if (exchange.latencyNanos().isPresent()) {
      long latency = exchange.latencyNanos().getAsLong();
      if (!exchange.waitsForEvent() && isSlowest(latency)) {
        slowest = Optional.of(exchange.outline());
      }
      latencies.add(latency);
    }
    exchange.timing().ifPresent(timing -> rdma.add(timing.toFirstRdma() + timing.rdma()));
  }

  private boolean isSlowest(long latency) {
    return slowest.isEmpty() || latency > slowest.get().latencyNanos().orElseThrow();
  }

  /** {@return the set of commands that they are of} */
  public CommandSet set() {
    return set;
  }

  /** {@return their name, such as {@code Read}} */
  public String operation() {
    return operation;
  }

  /** {@return how many there were} */
  public long count() {
    return count;
  }

  /** {@return how many had a status other than success} */
  public long failed() {
    return failed;
  }

  /** {@return how many failed with which status} */
  public Map<String, Long> errors() {
    return errors.counts();
  }

  /** {@return the first of those that failed, an {@linkplain NvmeExchange#outline outline}} */
  public Optional<NvmeExchange> firstFailed() {
    return firstFailed;
  }

  /**
   * {@return the one with the greatest latency, an {@linkplain NvmeExchange#outline outline}; of
   * those that wait for events, none}
   */
  public Optional<NvmeExchange> slowest() {
    return slowest;
  }

  /** {@return the slowest of all commands} */
  public static Optional<NvmeExchange> slowest(List<NvmeStats> all) {
    return all.stream()
        .flatMap(each -> each.slowest().stream())
        .max(Comparator.comparingLong(each -> each.latencyNanos().orElse(0)));
  }

  /** {@return the first of all commands that failed} */
  public static Optional<NvmeExchange> firstFailed(List<NvmeStats> all) {
    return all.stream()
        .flatMap(each -> each.firstFailed().stream())
        .min(Comparator.comparingLong(NvmeExchange::number));
  }

  /** {@return how many had no response} */
  public long unanswered() {
    return unanswered;
  }

  /** {@return bytes of their data} */
  public long bytes() {
    return bytes;
  }

  /** {@return nanoseconds from each command to its response} */
  public Distribution latencies() {
    return latencies;
  }

  /** {@return nanoseconds from each command until RDMA had moved its data} */
  public Distribution rdma() {
    return rdma;
  }

  /** Gathers them. */
  static final class Collector {
    private final Map<CommandSet, Map<String, NvmeStats>> bySet = new LinkedHashMap<>();

    /** Takes a command; a response without its command is none. */
    void add(NvmeExchange exchange) {
      if (exchange.operation().isPresent()) {
        String name = exchange.operation().get();
        bySet
            .computeIfAbsent(exchange.set(), set -> new TreeMap<>())
            .computeIfAbsent(name, key -> new NvmeStats(exchange.set(), name))
            .add(exchange);
      }
    }

    /** {@return the sets in the order in which they were met first, each sorted by name} */
    List<NvmeStats> found() {
      List<NvmeStats> found = new ArrayList<>();
      bySet.values().forEach(set -> found.addAll(set.values()));
      return found;
    }
  }
}
