package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.export.ExportFormat;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code export} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param output where the messages go
 * @param format what they become
 * @param limit messages to write at most
 * @param flushEachMessage flush after every message
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding may hold
 * @param decodeAs ports on which RDMA is looked for
 * @param choice which messages are written
 */
record ExportSettings(
    List<String> files,
    Optional<String> captureFilter,
    OutputFile output,
    ExportFormat format,
    long limit,
    boolean flushEachMessage,
    When progress,
    long maxMemory,
    DecodeAs decodeAs,
    Choice choice) {
  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong
   */
  static ExportSettings of(Arguments arguments) throws UsageException {
    List<String> files = arguments.files();
    Optional<String> output = arguments.value(CommandOption.OUTPUT);
    if (output.isEmpty()) {
      throw new UsageException(
          "no output: say -o FILE, or -o - for standard output, " + arguments.verb().advice());
    }
    return new ExportSettings(
        files,
        arguments.value(CommandOption.CAPTURE_FILTER),
        new OutputFile(output.get(), arguments.has(CommandOption.FORCE)),
        arguments.has(CommandOption.UPPER_PDU) ? ExportFormat.UPPER_PDU : ExportFormat.TCP,
        arguments.limit(),
        arguments.has(CommandOption.LINE),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs(),
        Choice.of(arguments, /* exchanges= */ false));
  }
}
