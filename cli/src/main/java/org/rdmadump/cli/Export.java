package org.rdmadump.cli;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.export.ExportFormat;
import org.rdmadump.analysis.export.Incomplete;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.CaptureOptions;

/**
 * The verb {@code export}: writes the rebuilt messages as packets that other tools read.
 *
 * @param output where the messages go
 * @param format what they become
 * @param limit messages to write at most
 * @param quiet say only what is wrong
 * @param flushEachMessage flush after every message
 * @param reading which captures are read
 * @param choice which messages are written
 */
record Export(
    OutputFile output,
    ExportFormat format,
    long limit,
    boolean quiet,
    boolean flushEachMessage,
    Reading reading,
    Choice choice)
    implements Command {
  /** The window's share of {@code --max-memory}. */
  private static final int WINDOW_PART = 4;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or no output is named
   */
  static Export of(Arguments arguments) throws CommandFailure {
    Optional<String> output = arguments.value(CommandOption.OUTPUT);
    if (output.isEmpty()) {
      throw CommandFailure.usage(
          "no output: say -o FILE, or -o - for standard output, " + arguments.verb().advice());
    }
    return new Export(
        new OutputFile(output.get(), arguments.has(CommandOption.FORCE)),
        arguments.has(CommandOption.UPPER_PDU) ? ExportFormat.UPPER_PDU : ExportFormat.TCP,
        arguments.limit(),
        arguments.has(CommandOption.QUIET),
        arguments.has(CommandOption.LINE),
        Reading.of(arguments),
        Choice.of(arguments, /* exchanges= */ false));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return reading.run(environment, inputs -> run(inputs, environment));
  }

  private int run(Inputs inputs, Environment environment) throws CommandFailure, IOException {
    WritableByteChannel out = output.open(inputs.names(), environment);
    try {
      return run(inputs, out, environment);
    } catch (IOException e) {
      if (output.isStandard()) {
        throw e;
      }
      throw output.failure(e);
    }
  }

  private int run(Inputs inputs, WritableByteChannel out, Environment environment)
      throws IOException {
    Decoding decoding = reading.decoding(inputs, environment);
    // Messages that wait to be written are paid for by those that are put together.
    long window = Math.min(MessageExport.WINDOW_BYTES, reading.maxMemory() / WINDOW_PART);
    try (MessageExport export = new MessageExport(out, format, window, Incomplete.LEFT_OUT)) {
      ExportedMessages messages = new ExportedMessages(export, limit, flushEachMessage);
      Chosen chosen = new Chosen(choice, messages);
      CaptureOptions options = reading.options(/* keepBytes= */ true, reading.maxMemory() - window);
      decoding.run(options, chosen);
      export.finish();
      environment.out().flush();
      report(export, environment);
      return chosen.status(decoding.end());
    }
  }

  private void report(MessageExport export, Environment environment) {
    if (environment.interruption().requested()) {
      environment.say("interrupted; " + Counted.of(export.exported(), "message") + " written");
    } else if (!output.isStandard() && !quiet) {
      environment.say(Counted.of(export.exported(), "message") + " written");
    }
    for (Map.Entry<Absence, Long> left : export.incomplete().entrySet()) {
      environment.say(
          "left out "
              + Counted.of(left.getValue(), "incomplete message")
              + ", bytes "
              + left.getKey().text()
              + (left.getKey() == Absence.EVICTED ? "; a higher --max-memory may help" : ""));
    }
    if (export.outOfOrder() > 0) {
      environment.say(
          Counted.of(export.outOfOrder(), "message")
              + " out of order by time: completed too late"
              + "; a higher --max-memory may help");
    }
    if (export.withoutRpc() > 0 && !quiet) {
      environment.say("left out " + Counted.of(export.withoutRpc(), "message") + " without RPC");
    }
  }
}
