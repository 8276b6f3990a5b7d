package org.rdmadump.cli;

import java.io.Flushable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.export.ExportFormat;
import org.rdmadump.analysis.export.Incomplete;
import org.rdmadump.analysis.export.MessageExport;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Counted;
import org.rdmadump.report.text.SummaryText;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The verb {@code export}, and {@code live --export}: writes the rebuilt messages as packets that
 * other tools read.
 *
 * @param output where the messages go
 * @param format what they become
 * @param incomplete what becomes of those with missing bytes
 * @param limit messages to write at most
 * @param quiet say only what is wrong
 * @param flushEachMessage flush after every message
 * @param reading which captures are read
 * @param choice which messages are written
 */
record Export(
    OutputFile output,
    ExportFormat format,
    Incomplete incomplete,
    long limit,
    boolean quiet,
    boolean flushEachMessage,
    Reading reading,
    Choice choice)
    implements Command {
  /** What {@code live} prints otherwise. */
  private static final List<CommandOption> NOT_LIVE =
      List.of(
          CommandOption.JSON,
          CommandOption.FORMAT,
          CommandOption.COLUMNS,
          CommandOption.VERBOSE,
          CommandOption.DETAILS,
          CommandOption.HEX,
          CommandOption.TREE,
          CommandOption.EXCHANGES,
          CommandOption.FRAMES,
          CommandOption.LAYERS,
          CommandOption.WRITE_CHOSEN);

  /** The window's share of {@code --max-memory}. */
  private static final int WINDOW_PART = 4;

  private static final Optional<Flushable> NEVER = Optional.empty();

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
    return to(output.get(), CommandOption.OUTPUT, arguments);
  }

  /**
   * Reads that of devices from a command line, if there is one.
   *
   * @throws CommandFailure if a value is wrong, or an option is for what is printed otherwise
   */
  static Optional<Export> ofLive(Arguments arguments) throws CommandFailure {
    Optional<String> output = arguments.value(CommandOption.EXPORT_LIVE);
    if (output.isEmpty()) {
      if (arguments.has(CommandOption.INCOMPLETE)) {
        throw CommandFailure.usage("--incomplete needs --export OUT");
      }
      return Optional.empty();
    }
    for (CommandOption other : NOT_LIVE) {
      if (arguments.has(other)) {
        throw CommandFailure.usage(
            "--export writes messages in place of lines, which leaves no place for "
                + other.display());
      }
    }
    return Optional.of(to(output.get(), CommandOption.EXPORT_LIVE, arguments));
  }

  private static Export to(String output, CommandOption option, Arguments arguments)
      throws CommandFailure {
    return new Export(
        new OutputFile(output, option, arguments.has(CommandOption.FORCE)),
        arguments.has(CommandOption.UPPER_PDU) ? ExportFormat.UPPER_PDU : ExportFormat.TCP,
        arguments.has(CommandOption.INCOMPLETE) ? Incomplete.WRITTEN : Incomplete.LEFT_OUT,
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
    return run(
        inputs,
        output.open(inputs.names(), environment),
        new Following(environment.interruption()),
        environment);
  }

  /** Opens the output before devices are captured: who reads it may not be there yet. */
  WritableByteChannel open(Environment environment) throws CommandFailure {
    return output.open(List.of(), environment);
  }

  /**
   * Runs over inputs that are open, which stay the caller's to close.
   *
   * @param out is closed at the end
   * @param following whenever no packet comes, what was found is passed on
   */
  int run(Inputs inputs, WritableByteChannel out, Following following, Environment environment)
      throws CommandFailure, IOException {
    try {
      return write(inputs, out, following, environment);
    } catch (IOException e) {
      if (output.isStandard()) {
        throw e;
      }
      throw output.failure(e);
    }
  }

  private int write(
      Inputs inputs, WritableByteChannel out, Following following, Environment environment)
      throws IOException {
    Decoding decoding = reading.decoding(inputs, environment);
    // Messages that wait to be written are paid for by those that are put together. Those of
    // devices are shown at once.
    long window =
        inputs.isLive()
            ? 0
            : Math.min(MessageExport.WINDOW_BYTES, reading.maxMemory() / WINDOW_PART);
    try (MessageExport export = new MessageExport(out, format, window, incomplete)) {
      Flushable written =
          () -> {
            export.flush();
            environment.out().flush();
          };
      following.passesOn(written);
      ExportedMessages messages =
          new ExportedMessages(export, limit, flushEachMessage ? Optional.of(written) : NEVER);
      Chosen chosen = new Chosen(choice, messages);
      CaptureOptions options = reading.options(/* keepBytes= */ true, reading.maxMemory() - window);
      CaptureSummary summary = decoding.run(options, chosen);
      export.finish();
      environment.out().flush();
      report(export, inputs.isLive(), environment);
      if (inputs.isLive() && !quiet) {
        SummaryText.write(environment.err().stream(), summary, /* colours= */ false);
      }
      return chosen.status(decoding.end());
    }
  }

  /** Messages without all of their bytes; those that were not kept are no lack of the capture. */
  private static String leftOut(Absence why, long count) {
    return why == Absence.NOT_KEPT
        ? Counted.of(count, "message") + ", bytes not kept"
        : Counted.of(count, "incomplete message") + ", bytes " + why.text();
  }

  private String written(MessageExport export) {
    return Counted.of(export.exported(), "message") + " written" + output.format();
  }

  private void report(MessageExport export, boolean live, Environment environment) {
    if (environment.interruption().requested() && !live && !quiet) {
      environment.say("interrupted; " + written(export));
    } else if (!output.isStandard() && !quiet) {
      environment.say(written(export));
    }
    for (Map.Entry<Absence, Long> left : export.incomplete().entrySet()) {
      if (incomplete == Incomplete.WRITTEN && quiet) {
        break;
      }
      environment.say(
          (incomplete == Incomplete.WRITTEN ? "as far as they go: " : "left out ")
              + leftOut(left.getKey(), left.getValue())
              + (left.getKey() == Absence.EVICTED ? "; a higher --max-memory may help" : ""));
    }
    if (export.outOfOrder() > 0 && !live) {
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
