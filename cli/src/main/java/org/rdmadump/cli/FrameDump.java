package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.frame.FrameDissector;
import org.rdmadump.analysis.frame.FrameWriter;
import org.rdmadump.report.json.FrameJsonWriter;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.table.FrameColumnWriter;
import org.rdmadump.report.text.FrameTextWriter;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code dump} with {@code --frames}: a record for each frame. */
final class FrameDump {
  /** Who follows a capture wants to see frames soon, if need be without their messages. */
  private static final long PATIENCE_FOLLOWING = 2_000_000_000L;

  /** Waiting frames get at most three of so many parts of the memory, messages the rest. */
  private static final int PARTS = 8;

  private final DumpSettings settings;
  private final FrameChoice choice;
  private final Environment environment;

  FrameDump(DumpSettings settings, FrameChoice choice, Environment environment) {
    this.settings = settings;
    this.choice = choice;
    this.environment = environment;
  }

  /** Runs as {@link Dump} does. */
  int run(Inputs inputs, Following following, boolean showsProgress) throws IOException {
    FrameWriter writer = writer(inputs);
    following.passesOn(writer);
    PrintedFrames printed = new PrintedFrames(writer, choice.filter(), settings.limit());
    long held = Math.min(FrameDissector.MOST_BYTES, settings.maxMemory() / PARTS * 3);
    FrameDissector dissector =
        new FrameDissector(
            printed,
            settings.hex(),
            settings.follow() ? PATIENCE_FOLLOWING : FrameDissector.PATIENCE_NANOS,
            held);
    CaptureOptions options =
        new CaptureOptions(false, false, settings.maxMemory() - held, settings.decodeAs());
    Decoding decoding = new Decoding(inputs, environment, showsProgress);
    writer.begin();
    CaptureSummary summary;
    try {
      summary = decoding.run(options, printed, Optional.of(dissector));
      finish(dissector);
    } catch (DecodingFault e) {
      finish(dissector);
      writer.end();
      throw e;
    }
    writer.end();
    if (inputs.isLive() || decoding.status() == ExitStatus.INTERRUPTED) {
      new TextRecordWriter(environment.err().stream(), TextOptions.DEFAULT, inputs)
          .summary(summary);
    }
    if (dissector.unsettled() > 0) {
      environment
          .err()
          .say(
              dissector.unsettled()
                  + (dissector.unsettled() == 1 ? " frame was" : " frames were")
                  + " printed before it was known which message it belongs to");
    }
    int status = decoding.end();
    boolean nothing = choice.expectsMatch() && printed.count() == 0;
    return status == ExitStatus.DONE && nothing ? ExitStatus.NO_MATCH : status;
  }

  private static void finish(FrameDissector dissector) throws IOException {
    try {
      dissector.finish();
    } catch (OutputFailure e) {
      throw e.getCause();
    }
  }

  private FrameWriter writer(Inputs inputs) throws IOException {
    return switch (settings.format()) {
      case NDJSON -> json(/* array= */ false);
      case JSON -> json(/* array= */ true);
      case FIELDS -> columns(ColumnFormat.TABS);
      case CSV -> columns(ColumnFormat.CSV);
      case TEXT ->
          new FrameTextWriter(
              environment.out(),
              new TextOptions(
                  settings.verbosity(),
                  settings.hex(),
                  settings.time(),
                  settings.zone(),
                  settings.textSize(),
                  environment.terminal().colours(settings.colour()),
                  settings.flushEachLine()),
              choice.layers(),
              inputs);
    };
  }

  private FrameWriter json(boolean array) throws IOException {
    return new FrameJsonWriter(environment.out(), array, settings.flushEachLine(), choice.layers());
  }

  private FrameWriter columns(ColumnFormat format) {
    return new FrameColumnWriter(
        environment.out(), format, choice.columns(), settings.flushEachLine());
  }
}
