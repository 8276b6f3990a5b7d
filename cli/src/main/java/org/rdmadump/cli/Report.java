package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.report.ReportCollector;
import org.rdmadump.analysis.report.ReportContent;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.finding.Counted;
import org.rdmadump.report.html.HtmlReport;
import org.rdmadump.report.json.TraceWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The verb {@code report}: writes one HTML file that shows a capture, and a trace for viewers of
 * such.
 *
 * @param output where the report goes
 * @param trace where the trace goes, if one is asked for
 * @param exchanges how many are drawn: so many of the slowest, and of those with findings
 * @param hidesNames whether hosts, paths and owners get pseudonyms
 * @param reading which captures are read
 * @param choice which calls it is about
 * @param limits which frames the findings of no message are of
 */
record Report(
    OutputFile output,
    Optional<OutputFile> trace,
    int exchanges,
    boolean hidesNames,
    Reading reading,
    Choice choice,
    FrameWindow.Limits limits)
    implements Command {
  /** Counts get a quarter of the memory. */
  private static final int SHARE_OF_COUNTS = 4;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or no output is named
   */
  static Report of(Arguments arguments) throws CommandFailure {
    boolean overwrites = arguments.has(CommandOption.FORCE);
    Optional<String> output = arguments.value(CommandOption.OUTPUT);
    if (output.isEmpty()) {
      arguments.refuseNoFile();
      throw CommandFailure.usage(
          "no output: say -o FILE, or -o - for standard output, " + arguments.verb().advice());
    }
    OutputFile page = new OutputFile(output.get(), CommandOption.OUTPUT, overwrites);
    Optional<OutputFile> trace =
        arguments
            .value(CommandOption.TRACE)
            .map(name -> new OutputFile(name, CommandOption.TRACE, overwrites));
    if (trace.isPresent() && trace.get().isSameAs(page)) {
      throw CommandFailure.usage("-o and --trace name the same output, " + page.name());
    }
    return new Report(
        page,
        trace,
        (int)
            arguments.number(
                CommandOption.SLOWEST, HtmlReport.EXCHANGES, 1, HtmlReport.MOST_EXCHANGES),
        arguments.has(CommandOption.NO_NAMES),
        Reading.of(arguments).beside(SHARE_OF_COUNTS),
        Choice.of(arguments, /* exchanges= */ true),
        FrameWindow.Limits.of(arguments));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return reading.run(environment, inputs -> run(inputs, environment));
  }

  private int run(Inputs inputs, Environment environment) throws CommandFailure, IOException {
    return output.during(page -> run(inputs, page, environment), inputs.names(), environment);
  }

  private int run(Inputs inputs, OutputStream page, Environment environment)
      throws CommandFailure, IOException {
    return trace.isEmpty()
        ? run(inputs, page, Optional.empty(), environment)
        : trace
            .get()
            .during(
                events -> run(inputs, page, Optional.of(events), environment),
                inputs.names(),
                environment);
  }

  private int run(
      Inputs inputs, OutputStream page, Optional<OutputStream> events, Environment environment)
      throws IOException {
    Decoding decoding = reading.decoding(inputs, environment);
    Optional<Filter<RpcExchange>> filter = choice.exchanges();
    HtmlReport report = new HtmlReport(exchanges, hidesNames, inputs);
    ReportCollector collector = report.collector(filter.isEmpty());
    Optional<TraceWriter> writer = events.map(out -> new TraceWriter(out, inputs, report::host));
    limits.of(inputs).ifPresent(collector::within);
    ChosenExchanges chosen =
        new ChosenExchanges(
            collector,
            filter,
            choice.nvme(),
            Long.MAX_VALUE,
            /* tellsFindings= */ true,
            (exchange, isChosen) -> {
              collector.exchange(exchange, isChosen);
              if (isChosen && writer.isPresent()) {
                writer.get().exchange(exchange);
              }
            });
    CaptureSummary summary = decoding.run(options(), chosen);
    for (InputDamage damage : inputs.damages()) {
      collector.cutShort(damage.frame(), damage.text());
    }
    if (writer.isPresent()) {
      writer.get().end();
    }
    int status = decoding.end();
    boolean readToEnd = status == ExitStatus.DONE;
    ReportContent content =
        collector.content(inputs.names(), summary, readToEnd, inputs.dropped(), choice::chooses);
    report.write(content, page);
    if (!output.isStandard()) {
      environment.say("report written, of " + counts(chosen));
    }
    long count = chosen.count() + content.overview().withoutRpc().connections().size();
    choice.sayIfNone(count, environment);
    return choice.status(status, count);
  }

  /** What the report has a table of. */
  private static String counts(ChosenExchanges chosen) {
    String exchanges = Counted.of(chosen.count() - chosen.commands(), "exchange");
    String commands = Counted.of(chosen.commands(), "NVMe command");
    if (chosen.commands() == 0) {
      return exchanges;
    }
    return chosen.count() == chosen.commands() ? commands : exchanges + " and " + commands;
  }

  /** Ladders show packets one by one. */
  private CaptureOptions options() {
    return new CaptureOptions(
        /* digest= */ reading.data().isDigestAsked(),
        /* keepBytes= */ reading.data().isAsked(),
        reading.maxMemory(),
        reading.decodeAs(),
        /* keepFragments= */ true);
  }
}
