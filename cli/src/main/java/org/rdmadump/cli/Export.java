package org.rdmadump.cli;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.CaptureOptions;

/** The verb {@code export}: writes the rebuilt messages as packets that other tools read. */
final class Export {
  /** The window's share of {@code --max-memory}. */
  private static final int WINDOW_PART = 4;

  private final ExportSettings settings;
  private final Environment environment;

  Export(ExportSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Runs to the end of the inputs, the limit or an interruption.
   *
   * @return the exit status
   * @throws UnreadableException if an input cannot be opened; nothing was written
   * @throws UsageException if the output is not to be written to; it is as it was
   * @throws UnwritableException if the output cannot be written
   * @throws IOException if the output is standard output and cannot be written
   * @throws DecodingFault on a fault of our own; what was found before is written
   */
  int run() throws UnreadableException, UsageException, UnwritableException, IOException {
    Inputs inputs =
        Inputs.open(
            settings.files(), environment.in(), /* named= */ true, settings.captureFilter());
    try {
      WritableByteChannel out = settings.output().open(inputs.names(), environment);
      try {
        return run(inputs, out);
      } catch (IOException e) {
        if (settings.output().isStandard()) {
          throw e;
        }
        throw settings.output().failure(e);
      }
    } finally {
      inputs.closeQuietly();
    }
  }

  private int run(Inputs inputs, WritableByteChannel out) throws IOException {
    Decoding decoding =
        new Decoding(
            inputs, environment, environment.terminal().showsProgress(settings.progress()));
    // Messages that wait to be written are paid for by those that are put together.
    long window = Math.min(MessageExport.WINDOW_BYTES, settings.maxMemory() / WINDOW_PART);
    try (MessageExport export = new MessageExport(out, settings.format(), window)) {
      ExportedMessages messages =
          new ExportedMessages(export, settings.limit(), settings.flushEachMessage());
      Chosen chosen = new Chosen(settings.choice(), messages);
      CaptureOptions options =
          new CaptureOptions(false, true, settings.maxMemory() - window, settings.decodeAs());
      decoding.run(options, chosen);
      export.finish();
      environment.out().flush();
      report(export);
      return chosen.status(decoding.end());
    }
  }

  private void report(MessageExport export) {
    if (environment.interruption().requested()) {
      environment.err().say("interrupted; " + count(export.exported(), "message") + " written");
    } else if (!settings.output().isStandard()) {
      environment.err().say(count(export.exported(), "message") + " written");
    }
    for (Map.Entry<Absence, Long> left : export.incomplete().entrySet()) {
      environment
          .err()
          .say(
              "left out "
                  + count(left.getValue(), "incomplete message")
                  + ", bytes "
                  + left.getKey().text()
                  + (left.getKey() == Absence.EVICTED ? "; a higher --max-memory may help" : ""));
    }
    if (export.outOfOrder() > 0) {
      environment
          .err()
          .say(
              count(export.outOfOrder(), "message")
                  + " out of order by time: completed too long after what was sent later"
                  + "; a higher --max-memory may help");
    }
    if (export.withoutRpc() > 0) {
      environment.err().say("left out " + count(export.withoutRpc(), "message") + " without RPC");
    }
  }

  private static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
