package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.rdmadump.analysis.frame.FrameDissector;
import org.rdmadump.analysis.frame.FrameWriter;
import org.rdmadump.finding.Counted;
import org.rdmadump.report.json.FrameJsonWriter;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.table.FrameColumnWriter;
import org.rdmadump.report.text.FrameTextWriter;
import org.rdmadump.report.text.SummaryText;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code dump} with {@code --frames}: a record for each frame. */
record FrameDump(DumpSettings settings, FrameChoice choice, Environment environment) {
  /** Who follows a capture wants to see frames soon, if need be without their messages. */
  private static final long PATIENCE_FOLLOWING = 2_000_000_000L;

  /** Waiting frames get at most three of so many parts of the memory, messages the rest. */
  private static final int PARTS = 8;

  /** Runs as {@link Dump} does. */
  int run(Inputs inputs, Following following, Decoding decoding) throws IOException {
    FrameWriter writer = writer(inputs);
    following.passesOn(writer);
    PrintedFrames printed = new PrintedFrames(writer, choice.filter(), settings.limit());
    long held = Math.min(FrameDissector.MOST_BYTES, settings.reading().maxMemory() / PARTS * 3);
    FrameDissector dissector =
        new FrameDissector(
            printed,
            settings.hex(),
            settings.follow() ? PATIENCE_FOLLOWING : FrameDissector.PATIENCE_NANOS,
            held);
    CaptureOptions options =
        settings.reading().options(/* keepBytes= */ false, settings.reading().maxMemory() - held);
    writer.begin();
    CaptureSummary summary;
    try {
      summary = decoding.run(options, printed, printed::full, Optional.of(dissector));
      finish(dissector);
    } catch (DecodingFault e) {
      finish(dissector);
      writer.end();
      throw e;
    }
    writer.end();
    if (inputs.isLive() || decoding.status() == ExitStatus.INTERRUPTED) {
      SummaryText.write(environment.err().stream(), summary, /* colours= */ false);
    }
    if (dissector.unsettled() > 0) {
      environment.say(
          Counted.were(dissector.unsettled(), "frame") + " printed before the message was known");
    }
    return choice.status(decoding.end(), printed.count());
  }

  private static void finish(FrameDissector dissector) throws IOException {
    try {
      dissector.finish();
    } catch (OutputFailure e) {
      throw e.getCause();
    }
  }

  private FrameWriter lines(Inputs inputs) {
    OutputStream lines = environment.details(settings.wide(), settings.verbosity());
    return choice.columns().isEmpty()
        ? new FrameTextWriter(
            lines,
            settings.text(environment.terminal()),
            choice.layers(),
            inputs,
            environment.fits(settings.wide()))
        : new FrameColumnWriter(
            lines, ColumnFormat.ALIGNED, choice.columns(), settings.flushEachLine());
  }

  private FrameWriter writer(Inputs inputs) throws IOException {
    OutputStream out = environment.out();
    boolean flushes = settings.flushEachLine();
    OutputFormat format = settings.format();
    return switch (format) {
      case JSON, NDJSON ->
          new FrameJsonWriter(out, format == OutputFormat.JSON, flushes, choice.layers());
      case FIELDS, CSV -> new FrameColumnWriter(out, settings.table(), choice.columns(), flushes);
      default -> lines(inputs);
    };
  }
}
