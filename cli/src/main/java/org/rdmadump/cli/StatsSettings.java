package org.rdmadump.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.stats.SlowestCalls;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code stats} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param limit exchanges to count, at most
 * @param format what the tables are printed as
 * @param interval nanoseconds of a part of the time, above 0, if rows over time are asked for
 * @param slowest how many of the calls that took longest are listed; 0 for none
 * @param colour whether text is coloured
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding messages may hold
 * @param decodeAs ports on which RDMA is looked for
 * @param choice which exchanges are counted
 */
record StatsSettings(
    List<String> files,
    Optional<String> captureFilter,
    long limit,
    OutputFormat format,
    Optional<Long> interval,
    int slowest,
    When colour,
    When progress,
    long maxMemory,
    DecodeAs decodeAs,
    Choice choice) {
  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static StatsSettings of(Arguments arguments) throws UsageException {
    return new StatsSettings(
        arguments.files(),
        arguments.value(CommandOption.CAPTURE_FILTER),
        arguments.limit(),
        DumpSettings.format(arguments),
        interval(arguments),
        (int) arguments.number(CommandOption.SLOWEST, 0, 1, SlowestCalls.MOST),
        arguments.when(CommandOption.COLOR),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs(),
        Choice.of(arguments, /* exchanges= */ true));
  }

  private static Optional<Long> interval(Arguments arguments) throws UsageException {
    Optional<Duration> interval = arguments.seconds(CommandOption.INTERVAL);
    return interval.isEmpty() ? Optional.empty() : Optional.of(interval.get().toNanos());
  }
}
