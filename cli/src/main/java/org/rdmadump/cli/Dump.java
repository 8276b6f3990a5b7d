package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.rdmadump.analysis.RecordWriter;
import org.rdmadump.analysis.json.JsonRecordWriter;
import org.rdmadump.analysis.text.TextOptions;
import org.rdmadump.analysis.text.TextRecordWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RdmaCapture;

/** The verb {@code dump}: decodes captures and prints a record for each message or exchange. */
final class Dump {
  private final DumpSettings settings;
  private final InputStream in;
  private final OutputStream out;
  private final Messages err;
  private final Terminal terminal;
  private final Interruption interruption;

  Dump(
      DumpSettings settings,
      InputStream in,
      OutputStream out,
      Messages err,
      Terminal terminal,
      Interruption interruption) {
    this.settings = settings;
    this.in = in;
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.interruption = interruption;
  }

  /**
   * Runs to the end of the inputs, the limit or an interruption.
   *
   * @return the exit status
   * @throws UnreadableException if an input cannot be opened; nothing was printed
   * @throws IOException if the output cannot be written
   * @throws DecodingFault on a fault of our own; what was found before is printed
   */
  int run() throws UnreadableException, IOException {
    Inputs inputs = Inputs.open(settings.files(), in);
    try {
      return run(inputs);
    } finally {
      inputs.closeQuietly();
    }
  }

  private int run(Inputs inputs) throws IOException {
    RecordWriter writer = writer(inputs);
    Records records =
        new Records(writer, settings.exchanges(), settings.summaryOnly(), settings.limit());
    CaptureOptions options =
        new CaptureOptions(
            settings.digest(), settings.hex(), settings.maxMemory(), settings.iwarpPorts());
    Progress progress = new Progress(err.stream(), showsProgress(), terminal.columns(), inputs);
    writer.begin();
    int status = ExitStatus.DONE;
    CaptureSummary summary;
    try {
      RdmaCapture capture = new RdmaCapture(inputs, options, records);
      status = decode(capture, inputs, records, progress);
      summary = capture.finish();
    } catch (OutputFailure e) {
      progress.erase();
      throw e.getCause();
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      progress.erase();
      writer.end();
      throw new DecodingFault(inputs.frames(), e);
    }
    progress.erase();
    if (settings.summaryOnly()) {
      writer.summary(summary);
    }
    writer.end();
    if (interruption.requested()) {
      status = ExitStatus.INTERRUPTED;
      if (!settings.summaryOnly()) {
        new TextRecordWriter(err.stream(), TextOptions.DEFAULT, inputs).summary(summary);
      }
    }
    if (terminal.output() && status == ExitStatus.DONE && !settings.summaryOnly()) {
      sayIfNothing(summary);
    }
    for (String damage : inputs.damages()) {
      err.say(damage);
      status = status == ExitStatus.DONE ? ExitStatus.UNREADABLE : status;
    }
    return status;
  }

  /** On a terminal, nothing at all looks like a mistake of ours. */
  private void sayIfNothing(CaptureSummary summary) {
    if (summary.calls() + summary.replies() + summary.otherMessages() == 0) {
      err.say(
          "no RPC-over-RDMA message in "
              + summary.frames()
              + (summary.frames() == 1 ? " frame" : " frames")
              + "; -q counts what there is");
    }
  }

  private int decode(RdmaCapture capture, Inputs inputs, Records records, Progress progress) {
    try {
      while (!records.full() && !interruption.requested() && capture.decodeNext()) {
        progress.tick();
      }
    } catch (IOException e) {
      if (!interruption.requested()) {
        progress.erase();
        err.say(inputs.currentName() + ": " + Inputs.reason(e));
        return ExitStatus.UNREADABLE;
      }
    }
    return ExitStatus.DONE;
  }

  private RecordWriter writer(Inputs inputs) throws IOException {
    return switch (settings.format()) {
      case NDJSON -> new JsonRecordWriter(out, false, settings.flushEachLine());
      case JSON -> new JsonRecordWriter(out, true, settings.flushEachLine());
      case TEXT ->
          new TextRecordWriter(
              out,
              new TextOptions(
                  settings.verbosity(),
                  settings.hex(),
                  settings.time(),
                  settings.utc(),
                  terminal.colours(settings.colour()),
                  settings.flushEachLine()),
              inputs);
    };
  }

  /** Progress between lines of output on the same terminal would only be in the way. */
  private boolean showsProgress() {
    return switch (settings.progress()) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> terminal.error() && (!terminal.output() || settings.summaryOnly());
    };
  }
}
