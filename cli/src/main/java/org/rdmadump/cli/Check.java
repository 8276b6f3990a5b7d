package org.rdmadump.cli;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Finding;
import org.rdmadump.report.json.FindingJsonWriter;
import org.rdmadump.report.json.SarifWriter;
import org.rdmadump.report.text.FindingTextWriter;
import org.rdmadump.report.text.RuleListText;
import org.rdmadump.report.xml.JunitWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/** The verb {@code check}: decodes captures and prints what is wrong or noteworthy in them. */
final class Check {
  private final CheckSettings settings;
  private final Environment environment;

  Check(CheckSettings settings, Environment environment) {
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
   * @throws DecodingFault on a fault of our own; nothing was printed, or not all
   */
  int run() throws UsageException, UnreadableException, IOException {
    if (settings.listsRules()) {
      RuleListText.print(settings.rules(), environment.out());
      return ExitStatus.DONE;
    }
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
    if (settings.limitedByTime()) {
      environment
          .err()
          .say(
              "--start and --end with a time choose findings about messages; those about none are"
                  + " chosen by frame numbers");
    }
    FindingWriter writer = writer(inputs.names());
    CaptureCheck check = new CaptureCheck(settings.selection(), settings.filter(), writer);
    CaptureOptions options =
        new CaptureOptions(false, false, settings.maxMemory(), settings.decodeAs());
    Decoding decoding =
        new Decoding(
            inputs, environment, environment.terminal().showsProgress(settings.progress()));
    writer.begin();
    CaptureSummary summary = decoding.run(options, new CheckedMessages(check));
    for (String damage : inputs.damages()) {
      check.finding(
          new Finding(CaptureRules.CUT_SHORT, inputs.frames(), -1, damage), OptionalInt.empty());
    }
    int status = decoding.end();
    check.end(summary, status == ExitStatus.DONE);
    boolean fails =
        check.tally().reaches(settings.failOn())
            || (settings.expectsTraffic() && WithoutRpc.isOf(summary));
    return status == ExitStatus.DONE && fails ? ExitStatus.FINDINGS : status;
  }

  private FindingWriter writer(List<String> files) throws IOException {
    return switch (settings.format()) {
      case NDJSON ->
          new FindingJsonWriter(environment.out(), /* array= */ false, settings.countsOnly());
      case JSON ->
          new FindingJsonWriter(environment.out(), /* array= */ true, settings.countsOnly());
      case SARIF -> new SarifWriter(environment.out(), Main.version(), files, settings.rules());
      case JUNIT -> new JunitWriter(environment.out(), files, settings.rules(), settings.failOn());
      case TEXT ->
          new FindingTextWriter(
              environment.out(),
              environment.terminal().colours(settings.colour()),
              settings.countsOnly());
    };
  }
}
