package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.report.json.StatsJsonWriter;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.table.ConnectionColumnWriter;
import org.rdmadump.report.text.StatsTextWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code dump} with {@code --connections}: a record for each connection without RPC. */
record ConnectionDump(DumpSettings settings, ConnectionChoice choice, Environment environment) {
  /** Runs as {@link Dump} does. */
  int run(Inputs inputs, Decoding decoding) throws IOException {
    Statistics statistics =
        new Statistics(inputs, Optional.empty(), /* everyConnection= */ true, Optional.empty());
    CaptureOptions options =
        settings.reading().options(/* keepBytes= */ false, settings.reading().maxMemory());
    CaptureSummary summary = decoding.runToEnd(options, statistics);
    WithoutRpc all = statistics.report(summary).withoutRpc();
    WithoutRpc chosen = choice.of(all, settings.limit());
    write(chosen);
    if (all.connections().isEmpty() && summary.calls() + summary.replies() > 0) {
      environment.say("no connection without RPC; rdmadump stats FILE prints those with RPC");
    }
    return choice.expectation().status(decoding.end(), !chosen.connections().isEmpty());
  }

  private void write(WithoutRpc chosen) throws IOException {
    OutputStream out = environment.out();
    OutputFormat format = settings.format();
    switch (format) {
      case JSON, NDJSON -> new StatsJsonWriter(out, format == OutputFormat.JSON).write(chosen);
      case FIELDS, CSV ->
          new ConnectionColumnWriter(out, settings.table(), choice.columns()).write(chosen);
      default -> lines(chosen);
    }
  }

  private void lines(WithoutRpc chosen) throws IOException {
    OutputStream lines = environment.lines(settings.wide());
    if (!choice.columns().isEmpty()) {
      new ConnectionColumnWriter(lines, ColumnFormat.ALIGNED, choice.columns()).write(chosen);
      return;
    }
    new StatsTextWriter(
            lines,
            environment.terminal().colours(settings.colour()),
            environment.width(settings.wide()))
        .write(chosen);
  }
}
