package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code conformance} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param format what the cases are printed as
 * @param strict whether missing packets are a failure
 * @param colour whether text is coloured
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding messages may hold
 * @param decodeAs ports on which RDMA is looked for
 */
record ConformanceSettings(
    List<String> files,
    Optional<String> captureFilter,
    OutputFormat format,
    boolean strict,
    When colour,
    When progress,
    long maxMemory,
    DecodeAs decodeAs) {
  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static ConformanceSettings of(Arguments arguments) throws UsageException {
    return new ConformanceSettings(
        arguments.files(),
        arguments.value(CommandOption.CAPTURE_FILTER),
        DumpSettings.format(arguments),
        arguments.has(CommandOption.STRICT),
        arguments.when(CommandOption.COLOR),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs());
  }
}
