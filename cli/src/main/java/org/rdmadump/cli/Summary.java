package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.OverviewCollector;
import org.rdmadump.analysis.overview.OverviewWriter;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.report.json.OverviewJsonWriter;
import org.rdmadump.report.text.OverviewTextWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The verb {@code summary}: the first page about captures, which says where to look next.
 *
 * @param format what the page is printed as
 * @param colour whether text is coloured
 * @param reading which captures are read
 * @param choice which calls it is about
 * @param limits which frames the findings of no message are of
 */
record Summary(
    OutputFormat format, When colour, Reading reading, Choice choice, FrameWindow.Limits limits)
    implements Command {
  /** Counts get a quarter of the memory. */
  private static final int SHARE_OF_COUNTS = 4;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Summary of(Arguments arguments) throws CommandFailure {
    return new Summary(
        arguments.format(),
        arguments.when(CommandOption.COLOR),
        Reading.of(arguments).beside(SHARE_OF_COUNTS),
        Choice.of(arguments, /* exchanges= */ true),
        FrameWindow.Limits.of(arguments));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return reading.run(environment, inputs -> run(inputs, environment));
  }

  private int run(Inputs inputs, Environment environment) throws IOException {
    Decoding decoding = reading.decoding(inputs, environment);
    Optional<Filter<RpcExchange>> filter = choice.exchanges();
    OverviewCollector collector = new OverviewCollector(inputs, filter.isEmpty());
    limits.of(inputs).ifPresent(collector::within);
    ChosenExchanges exchanges =
        new ChosenExchanges(
            collector,
            filter,
            choice.nvme(),
            Long.MAX_VALUE,
            /* tellsFindings= */ true,
            collector::exchange);
    CaptureOptions options = reading.options(/* keepBytes= */ false, reading.maxMemory());
    CaptureSummary summary = decoding.run(options, exchanges);
    for (InputDamage damage : inputs.damages()) {
      collector.cutShort(damage.frame(), damage.text());
    }
    int status = decoding.end();
    boolean readToEnd = status == ExitStatus.DONE;
    Overview overview =
        collector.overview(inputs.names(), summary, readToEnd, inputs.dropped(), choice::chooses);
    writer(environment).write(overview);
    long chosen = exchanges.count() + overview.withoutRpc().connections().size();
    choice.sayIfNone(chosen, environment);
    return choice.status(status, chosen);
  }

  private OverviewWriter writer(Environment environment) {
    return switch (format) {
      case JSON, NDJSON -> new OverviewJsonWriter(environment.out(), format == OutputFormat.JSON);
      default -> new OverviewTextWriter(environment.out(), environment.terminal().colours(colour));
    };
  }
}
