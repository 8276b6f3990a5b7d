package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.rdmadump.analysis.conformance.Conformance;
import org.rdmadump.analysis.conformance.ConformanceReport;
import org.rdmadump.analysis.conformance.ConformanceWriter;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.report.json.ConformanceJsonWriter;
import org.rdmadump.report.text.ConformanceTextWriter;
import org.rdmadump.report.xml.ConformanceJunitWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The verb {@code conformance}: decodes captures and prints which cases of test suites pass.
 *
 * @param format what the cases are printed as
 * @param strict whether what cannot be decided is a failure
 * @param colour whether text is coloured
 * @param wide whether lines are whole on a terminal, too
 * @param reading which captures are read
 */
record ConformanceCommand(
    OutputFormat format, boolean strict, When colour, boolean wide, Reading reading)
    implements Command {
  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong
   */
  static ConformanceCommand of(Arguments arguments) throws CommandFailure {
    return new ConformanceCommand(
        arguments.format(),
        arguments.has(CommandOption.STRICT),
        arguments.when(CommandOption.COLOR),
        arguments.has(CommandOption.WIDE),
        Reading.of(arguments));
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return reading.run(environment, inputs -> run(inputs, environment));
  }

  private int run(Inputs inputs, Environment environment) throws IOException {
    Conformance conformance = new Conformance();
    CaptureOptions options =
        Conformance.options(reading.options(/* keepBytes= */ false, reading.maxMemory()));
    Decoding decoding = reading.decoding(inputs, environment);
    CaptureSummary summary =
        decoding.run(options, conformance, () -> false, Optional.of(conformance.frames()));
    for (InputDamage damage : inputs.damages()) {
      conformance.damaged(damage.frame(), damage.text());
    }
    conformance.dropped(inputs.frames(), inputs.dropped());
    ConformanceReport report = conformance.report(summary);
    if (report.isNothingSeen()) {
      environment.say("no NFS found, with or without RDMA; no case could be decided");
    }
    int status = decoding.end();
    writer(inputs, status == ExitStatus.DONE, environment).write(report);
    return status == ExitStatus.DONE && report.isFailure(strict) ? ExitStatus.FINDINGS : status;
  }

  private ConformanceWriter writer(Inputs inputs, boolean whole, Environment environment)
      throws IOException {
    OutputStream out = environment.out();
    return switch (format) {
      case JSON, NDJSON -> new ConformanceJsonWriter(out, format == OutputFormat.JSON);
      case JUNIT -> new ConformanceJunitWriter(out, inputs.names(), whole, strict);
      default ->
          new ConformanceTextWriter(
              environment.lines(wide), environment.terminal().colours(colour));
    };
  }
}
