package org.rdmadump.analysis.metrics;

import java.util.List;
import java.util.OptionalLong;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;

/**
 * What happened in an interval of a run that goes on.
 *
 * @param sinceStart nanoseconds from the start of the run to the end of the interval
 * @param nanos length of the interval, above 0
 * @param packets RDMA packets
 * @param bytes captured bytes of all frames
 * @param retransmitted retransmitted packets
 * @param dropped packets that were lost before they were decoded, as far as that is known
 * @param connections that are open at the end
 * @param operations calls whose reply came in the interval, or that are given up, by kind
 * @param commands the same of NVMe commands
 */
public record Rates(
    long sinceStart,
    long nanos,
    long packets,
    long bytes,
    long retransmitted,
    OptionalLong dropped,
    long connections,
    List<OperationStats> operations,
    List<NvmeStats> commands) {
  /** Copies the lists. */
  public Rates {
    operations = List.copyOf(operations);
    commands = List.copyOf(commands);
  }
}
