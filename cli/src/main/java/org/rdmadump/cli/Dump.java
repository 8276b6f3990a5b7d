package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.report.json.DataForm;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.report.text.TreeOptions;
import org.rdmadump.report.text.TreeRecordWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code dump}: decodes captures and prints a record for each message or exchange. */
final class Dump {
  private final DumpSettings settings;
  private final Environment environment;

  Dump(DumpSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Runs to the end of the inputs, the limit or an interruption.
   *
   * @return the exit status
   * @throws UsageException if libpcap does not understand the capture filter
   * @throws UnreadableException if an input cannot be opened; nothing was printed
   * @throws IOException if the output cannot be written
   * @throws DecodingFault on a fault of our own; what was found before is printed
   */
  int run() throws UsageException, UnreadableException, IOException {
    Following following = new Following(environment.interruption());
    Inputs inputs =
        settings.follow()
            ? Inputs.follow(
                settings.files().get(0),
                following,
                environment.err(),
                settings.named(),
                settings.captureFilter())
            : Inputs.open(
                settings.files(), environment.in(), settings.named(), settings.captureFilter());
    try {
      return run(inputs, following);
    } finally {
      inputs.closeQuietly();
    }
  }

  /** Runs over inputs that are open, which stay the caller's to close. */
  int run(Inputs inputs, Following following) throws IOException {
    if (settings.frames().isPresent() && !settings.summaryOnly()) {
      return new FrameDump(settings, settings.frames().get(), environment)
          .run(inputs, following, showsProgress());
    }
    RecordWriter writer = writer(inputs);
    following.passesOn(writer);
    Records records =
        new Records(writer, settings.exchanges(), settings.summaryOnly(), settings.limit());
    Chosen chosen = new Chosen(settings.choice(), records);
    boolean bytes = settings.hex() || settings.data() != DataForm.NONE;
    CaptureOptions options =
        new CaptureOptions(settings.digest(), bytes, settings.maxMemory(), settings.decodeAs());
    Decoding decoding = new Decoding(inputs, environment, showsProgress());
    writer.begin();
    CaptureSummary summary;
    try {
      summary = decoding.run(options, chosen);
    } catch (DecodingFault e) {
      writer.end();
      throw e;
    }
    if (settings.summaryOnly()) {
      writer.summary(summary);
    }
    writer.end();
    boolean asked = inputs.isLive() || decoding.status() == ExitStatus.INTERRUPTED;
    if (asked && !settings.summaryOnly()) {
      new TextRecordWriter(environment.err().stream(), TextOptions.DEFAULT, inputs)
          .summary(summary);
    }
    return chosen.status(decoding.end());
  }

  private RecordWriter writer(Inputs inputs) throws IOException {
    return switch (settings.format()) {
      case NDJSON -> json(/* array= */ false);
      case JSON -> json(/* array= */ true);
      case FIELDS -> settings.columns().writer(environment.out(), ColumnFormat.TABS, flush());
      case CSV -> settings.columns().writer(environment.out(), ColumnFormat.CSV, flush());
      case TEXT -> settings.tree() ? tree(inputs) : text(inputs);
    };
  }

  private RecordWriter tree(Inputs inputs) {
    Terminal terminal = environment.terminal();
    return new TreeRecordWriter(
        environment.out(),
        new TreeOptions(
            terminal.columns(),
            terminal.unicode(),
            terminal.colours(settings.colour()),
            settings.verbosity() > 0,
            settings.time(),
            settings.zone(),
            settings.textSize()),
        settings.flushEachLine(),
        inputs);
  }

  private RecordWriter text(Inputs inputs) {
    return new TextRecordWriter(
        environment.out(),
        new TextOptions(
            settings.verbosity(),
            settings.hex(),
            settings.time(),
            settings.zone(),
            settings.textSize(),
            environment.terminal().colours(settings.colour()),
            settings.flushEachLine()),
        inputs);
  }

  private boolean flush() {
    return settings.flushEachLine();
  }

  private RecordWriter json(boolean array) throws IOException {
    return new JsonRecordWriter(
        environment.out(), array, settings.flushEachLine(), settings.data(), settings.digest());
  }

  /** Progress between lines of output on the same terminal would only be in the way. */
  private boolean showsProgress() {
    Terminal terminal = environment.terminal();
    return switch (settings.progress()) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> terminal.error() && (!terminal.output() || settings.summaryOnly());
    };
  }
}
