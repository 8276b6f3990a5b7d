package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.conformance.Conformance;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.conformance.ConformanceWriter;
import org.rdmadump.report.json.ConformanceJsonWriter;
import org.rdmadump.report.text.ConformanceTextWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code conformance}: decodes captures and prints which cases of test suites pass. */
final class ConformanceCommand {
  private final ConformanceSettings settings;
  private final Environment environment;

  ConformanceCommand(ConformanceSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Runs to the end of the inputs or an interruption.
   *
   * @return the exit status
   * @throws UsageException if libpcap does not understand the capture filter
   * @throws UnreadableException if an input cannot be opened; nothing was printed
   * @throws IOException if the output cannot be written
   * @throws DecodingFault on a fault of our own; nothing was printed
   */
  int run() throws UsageException, UnreadableException, IOException {
    Inputs inputs =
        Inputs.open(
            settings.files(), environment.in(), /* named= */ true, settings.captureFilter());
    try {
      return run(inputs);
    } finally {
      inputs.closeQuietly();
    }
  }

  private int run(Inputs inputs) throws IOException {
    Conformance conformance = new Conformance();
    CaptureOptions options =
        Conformance.options(
            new CaptureOptions(false, false, settings.maxMemory(), settings.decodeAs()));
    Decoding decoding =
        new Decoding(
            inputs, environment, environment.terminal().showsProgress(settings.progress()));
    CaptureSummary summary =
        decoding.run(options, new JudgedMessages(conformance), Optional.of(conformance.frames()));
    for (String damage : inputs.damages()) {
      conformance.damaged(inputs.frames(), damage);
    }
    ConformanceReport report = conformance.report(summary);
    writer().write(report);
    if (report.isNothingSeen()) {
      environment.err().say("no NFS was met, over RDMA or without; nothing could be judged");
    }
    int status = decoding.end();
    return status == ExitStatus.DONE && report.isFailure(settings.strict())
        ? ExitStatus.FINDINGS
        : status;
  }

  private ConformanceWriter writer() throws IOException {
    return switch (settings.format()) {
      case NDJSON -> new ConformanceJsonWriter(environment.out(), /* array= */ false);
      case JSON -> new ConformanceJsonWriter(environment.out(), /* array= */ true);
      case TEXT, FIELDS, CSV ->
          new ConformanceTextWriter(
              environment.out(), environment.terminal().colours(settings.colour()));
    };
  }
}
