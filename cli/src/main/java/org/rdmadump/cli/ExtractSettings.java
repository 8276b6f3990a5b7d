package org.rdmadump.cli;

import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code extract} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param folder where files are written to
 * @param force write to a folder that is not empty
 * @param limit exchanges to look at, at most
 * @param format what files are listed as
 * @param summaryOnly list no files
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding messages may hold
 * @param decodeAs ports on which RDMA is looked for
 * @param choice which exchanges move content
 */
record ExtractSettings(
    List<String> files,
    Optional<String> captureFilter,
    String folder,
    boolean force,
    long limit,
    OutputFormat format,
    boolean summaryOnly,
    When progress,
    long maxMemory,
    DecodeAs decodeAs,
    Choice choice) {
  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or not in this version
   */
  static ExtractSettings of(Arguments arguments) throws UsageException {
    List<String> files = arguments.files();
    Optional<String> folder = arguments.value(CommandOption.OUTPUT);
    if (folder.isEmpty() || folder.get().isEmpty()) {
      arguments.refuseNoFile();
      throw new UsageException("no output folder: say -o DIR, " + arguments.verb().advice());
    }
    return new ExtractSettings(
        files,
        arguments.value(CommandOption.CAPTURE_FILTER),
        folder.get(),
        arguments.has(CommandOption.FORCE),
        arguments.limit(),
        DumpSettings.format(arguments),
        arguments.has(CommandOption.QUIET),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs(),
        Choice.of(arguments, /* exchanges= */ true));
  }
}
