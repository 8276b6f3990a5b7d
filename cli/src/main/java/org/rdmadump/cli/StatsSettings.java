package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.stats.SlowestCalls;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code stats} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
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
    long limit,
    OutputFormat format,
    Optional<Long> interval,
    int slowest,
    When colour,
    When progress,
    long maxMemory,
    DecodeAs decodeAs,
    Choice choice) {
  private static final Pattern SECONDS = Pattern.compile("([0-9]{0,9})(?:\\.([0-9]{1,9}))?");
  private static final int NANO_DIGITS = 9;
  private static final long SECOND = 1_000_000_000L;

  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static StatsSettings of(Arguments arguments) throws UsageException {
    return new StatsSettings(
        arguments.files(),
        arguments.limit(),
        DumpSettings.format(arguments),
        interval(arguments),
        slowest(arguments),
        arguments.when(CommandOption.COLOR),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs(),
        Choice.of(arguments, /* exchanges= */ true));
  }

  private static Optional<Long> interval(Arguments arguments) throws UsageException {
    Optional<String> text = arguments.value(CommandOption.INTERVAL);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher seconds = SECONDS.matcher(text.get());
    long nanos = seconds.matches() ? nanos(seconds.group(1), seconds.group(2)) : 0;
    if (nanos <= 0) {
      throw new UsageException(
          "--interval " + text.get() + ": not a number of seconds above 0, such as 1 or 0.25");
    }
    return Optional.of(nanos);
  }

  private static int slowest(Arguments arguments) throws UsageException {
    Optional<String> text = arguments.value(CommandOption.SLOWEST);
    if (text.isEmpty()) {
      return 0;
    }
    long most = Arguments.decimal(text.get());
    if (most < 1 || most > SlowestCalls.MOST) {
      throw new UsageException(
          "--slowest " + text.get() + ": not a number from 1 to " + SlowestCalls.MOST);
    }
    return (int) most;
  }

  private static long nanos(String whole, @Nullable String fraction) {
    long nanos = whole.isEmpty() ? 0 : Long.parseLong(whole) * SECOND;
    if (fraction != null) {
      nanos += Long.parseLong(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
    }
    return nanos;
  }
}
