package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.report.json.DataForm;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.report.json.SummaryJson;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.text.SummaryText;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.report.text.TreeOptions;
import org.rdmadump.report.text.TreeRecordWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The verb {@code dump}: decodes captures and prints a record for each message or exchange.
 *
 * @param countsOnly print only the counts of the run
 */
record Dump(DumpSettings settings, boolean countsOnly) implements Command {
  /** The name of a file that a shell takes as it is. */
  private static final String PLAIN_NAME = "[\\w./][\\w./+-]*";

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static Dump of(Arguments arguments) throws CommandFailure {
    WithoutEffect.refuseOfWriting(arguments);
    return new Dump(DumpSettings.of(arguments), arguments.has(CommandOption.QUIET));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    Following following = new Following(environment.interruption());
    Reading.Run run =
        new Reading.Run() {
          @Override
          public int over(Inputs inputs) throws IOException {
            return run(inputs, following, environment, Optional.empty(), Optional.empty());
          }
        };
    return settings.follow()
        ? settings.reading().follow(environment, following, run)
        : settings.reading().run(environment, run);
  }

  private WithoutRpc.Shown shown() {
    if (settings.frames().isPresent()) {
      return WithoutRpc.Shown.FRAMES;
    }
    return settings.connections().isPresent()
        ? WithoutRpc.Shown.CONNECTIONS
        : WithoutRpc.Shown.MESSAGES;
  }

  /**
   * Runs over inputs that are open, which stay the caller's to close.
   *
   * @param cut writes the frames of what is chosen
   * @param monitor watches the run
   */
  int run(
      Inputs inputs,
      Following following,
      Environment environment,
      Optional<LiveCut> cut,
      Optional<LiveMonitor> monitor)
      throws IOException {
    boolean printsLines = !countsOnly || (monitor.isPresent() && monitor.get().printsRates());
    Decoding decoding =
        new Decoding(
            inputs, environment, showsProgress(environment.terminal(), printsLines), shown());
    if (monitor.isPresent()) {
      decoding.watchedBy(monitor.get());
    }
    if (settings.frames().isPresent() && !countsOnly) {
      return new FrameDump(settings, settings.frames().get(), environment)
          .run(inputs, following, decoding);
    }
    if (settings.connections().isPresent()) {
      return new ConnectionDump(settings, settings.connections().get(), environment)
          .run(inputs, decoding);
    }
    Optional<RecordWriter> writer =
        countsOnly ? Optional.empty() : Optional.of(writer(inputs, environment));
    // With -q, -c counts what would be printed otherwise, frames as they are read.
    boolean countsFrames = settings.frames().isPresent();
    long limit = countsFrames ? Long.MAX_VALUE : settings.limit();
    Records records = new Records(writer, settings.exchanges(), limit);
    Chosen chosen =
        new Chosen(settings.choice(), cut.isPresent() ? cut.get().beside(records) : records);
    Reading reading = settings.reading();
    boolean bytes = settings.hex() || settings.data() != DataForm.NONE || reading.data().isAsked();
    CaptureOptions options =
        new CaptureOptions(
            settings.digest() || reading.data().isDigestAsked(),
            bytes,
            reading.maxMemory() - (cut.isPresent() ? cut.get().memory() : 0),
            reading.decodeAs());
    if (writer.isPresent()) {
      following.passesOn(writer.get());
      writer.get().begin();
    }
    CaptureSummary summary;
    try {
      summary =
          cut.isPresent()
              ? cut.get().run(inputs, decoding, options, chosen)
              : decoding.run(
                  options,
                  chosen,
                  countsFrames ? () -> inputs.frames() >= settings.limit() : chosen,
                  Optional.empty());
    } catch (DecodingFault e) {
      end(writer);
      throw e;
    }
    end(writer);
    if (countsOnly) {
      counts(summary, environment);
    } else if (inputs.isLive() || decoding.status() == ExitStatus.INTERRUPTED) {
      SummaryText.write(environment.err().stream(), summary, /* colours= */ false);
    }
    int status = chosen.status(decoding.end());
    boolean isWhole = !settings.choice().isFiltered() && !chosen.full();
    if (isWhole && !countsOnly && !settings.follow() && isShownToAPerson(environment.terminal())) {
      hint(summary, environment);
    }
    return status;
  }

  private static void end(Optional<RecordWriter> writer) throws IOException {
    if (writer.isPresent()) {
      writer.get().end();
    }
  }

  private void counts(CaptureSummary summary, Environment environment) throws IOException {
    OutputFormat format = settings.format();
    if (format == OutputFormat.TEXT) {
      boolean colours = environment.terminal().colours(settings.colour());
      SummaryText.write(environment.lines(settings.wide()), summary, colours);
    } else {
      SummaryJson.write(environment.out(), format == OutputFormat.JSON, summary);
    }
  }

  private boolean isShownToAPerson(Terminal terminal) {
    return terminal.output() && terminal.error() && settings.format() == OutputFormat.TEXT;
  }

  /** Lines of a whole capture are many: says where they are summed up. */
  private void hint(CaptureSummary summary, Environment environment) {
    List<String> files = settings.reading().files();
    boolean isPlain = files.size() == 1 && files.get(0).matches(PLAIN_NAME);
    String named = onePage(isPlain ? files.get(0) : "FILE...");
    boolean fits = Messages.NAME.length() + named.length() <= environment.terminal().columns();
    if (summary.hasRpcRdma()) {
      environment.say(fits ? named : onePage("FILE"));
    }
  }

  private static String onePage(String file) {
    return "for a summary of the capture: rdmadump summary " + file;
  }

  private RecordWriter writer(Inputs inputs, Environment environment) throws IOException {
    OutputStream out = environment.out();
    boolean flushes = settings.flushEachLine();
    OutputFormat format = settings.format();
    return switch (format) {
      case FIELDS, CSV -> settings.columns().writer(out, settings.table(), flushes);
      case JSON, NDJSON ->
          new JsonRecordWriter(
              out, format == OutputFormat.JSON, flushes, settings.data(), settings.digest());
      default ->
          settings.tree()
              ? new TreeRecordWriter(out, tree(environment.terminal()), flushes, inputs)
              : lines(inputs, environment);
    };
  }

  private RecordWriter lines(Inputs inputs, Environment environment) {
    OutputStream lines = environment.details(settings.wide(), settings.verbosity());
    if (!settings.columns().isEmpty()) {
      return settings.columns().writer(lines, ColumnFormat.ALIGNED, settings.flushEachLine());
    }
    TextOptions text = settings.text(environment.terminal());
    return environment.fits(settings.wide())
        ? TextRecordWriter.brief(lines, text, inputs)
        : new TextRecordWriter(lines, text, inputs);
  }

  private TreeOptions tree(Terminal terminal) {
    return new TreeOptions(
        terminal.columns(),
        terminal.unicode(),
        terminal.colours(settings.colour()),
        settings.verbosity() > 0,
        settings.time(),
        settings.zone(),
        settings.textSize());
  }

  /** Progress between lines of output on the same terminal would only be in the way. */
  private boolean showsProgress(Terminal terminal, boolean printsLines) {
    When progress = settings.reading().progress();
    return terminal.showsProgress(progress)
        && (progress == When.ALWAYS || !terminal.output() || !printsLines);
  }
}
