package org.rdmadump.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.stats.SlowestCalls;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.StatsReport;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.report.json.StatsJsonWriter;
import org.rdmadump.report.table.StatsCsvWriter;
import org.rdmadump.report.text.AboutCall;
import org.rdmadump.report.text.StatsTextWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The verb {@code stats}: counts what went over connections, by operation and over time.
 *
 * @param limit exchanges to count, at most
 * @param format what the tables are printed as
 * @param interval nanoseconds of a part of the time, above 0, if rows over time are asked for
 * @param slowest how many of the calls that took longest are listed; 0 for none
 * @param colour whether text is coloured
 * @param wide whether tables are whole on a terminal, too
 * @param reading which captures are read
 * @param choice which exchanges are counted
 */
record Stats(
    long limit,
    OutputFormat format,
    Optional<Long> interval,
    int slowest,
    When colour,
    boolean wide,
    Reading reading,
    Choice choice)
    implements Command {
  /** Counts get a quarter of the memory. */
  private static final int SHARE_OF_COUNTS = 4;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Stats of(Arguments arguments) throws CommandFailure {
    return new Stats(
        arguments.limit(),
        arguments.format(),
        arguments.seconds(CommandOption.INTERVAL).map(Duration::toNanos),
        (int) arguments.number(CommandOption.SLOWEST, 0, 1, SlowestCalls.MOST),
        arguments.when(CommandOption.COLOR),
        arguments.has(CommandOption.WIDE),
        Reading.of(arguments).beside(SHARE_OF_COUNTS),
        Choice.of(arguments, /* exchanges= */ true));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return reading.run(environment, inputs -> run(inputs, environment));
  }

  private int run(Inputs inputs, Environment environment) throws IOException {
    Decoding decoding = reading.decoding(inputs, environment);
    Optional<Filter<RpcExchange>> filter = choice.exchanges();
    Optional<SlowestCalls> longest =
        slowest == 0 ? Optional.empty() : Optional.of(new SlowestCalls(slowest, new AboutCall()));
    Statistics statistics = new Statistics(inputs, interval, filter.isEmpty(), longest);
    ChosenExchanges exchanges =
        new ChosenExchanges(
            statistics,
            filter,
            choice.nvme(),
            limit,
            // Only the summary has them.
            /* tellsFindings= */ format == OutputFormat.JSON || format == OutputFormat.NDJSON,
            (exchange, chosen) -> {
              if (chosen) {
                statistics.exchange(exchange);
              }
            });
    // What is counted has to fit beside what is decoded.
    CaptureOptions options = reading.options(/* keepBytes= */ false, reading.maxMemory());
    CaptureSummary summary = decoding.run(options, exchanges);
    StatsReport report = statistics.report(summary, choice::chooses);
    writer(environment).write(report);
    long chosen = exchanges.count() + report.withoutRpc().connections().size();
    choice.sayIfNone(chosen, environment);
    return choice.status(decoding.end(), chosen);
  }

  private StatsWriter writer(Environment environment) throws IOException {
    return switch (format) {
      case JSON, NDJSON -> new StatsJsonWriter(environment.out(), format == OutputFormat.JSON);
      case CSV -> new StatsCsvWriter(environment.out());
      default ->
          new StatsTextWriter(
              environment.lines(wide),
              environment.terminal().colours(colour),
              environment.width(wide));
    };
  }
}
