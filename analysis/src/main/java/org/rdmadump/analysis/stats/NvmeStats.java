package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    }
    bytes += exchange.data().map(NvmeData::length).orElse(0L);
    exchange.latencyNanos().ifPresent(latencies::add);
    exchange.timing().ifPresent(timing -> rdma.add(timing.toFirstRdma() + timing.rdma()));
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
    private final Map<String, NvmeStats> byName = new LinkedHashMap<>();

    /** Takes a command; a response without its command is none. */
    void add(NvmeExchange exchange) {
      if (exchange.operation().isPresent()) {
        String name = exchange.operation().get();
        byName
            .computeIfAbsent(exchange.set() + name, key -> new NvmeStats(exchange.set(), name))
            .add(exchange);
      }
    }

    /** {@return them in the order in which they were met first} */
    List<NvmeStats> found() {
      return new ArrayList<>(byName.values());
    }
  }
}
