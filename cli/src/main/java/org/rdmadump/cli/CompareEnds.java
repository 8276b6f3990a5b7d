package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.ends.EndsComparison;
import org.rdmadump.analysis.ends.EndsComparison.EndsSide;
import org.rdmadump.analysis.ends.EndsReport;
import org.rdmadump.analysis.ends.EndsWriter;
import org.rdmadump.report.html.ComparisonPage;
import org.rdmadump.report.json.EndsJsonWriter;
import org.rdmadump.report.text.EndsTextWriter;
import org.rdmadump.report.xml.EndsJunitWriter;

/**
 * Compares two captures of the same traffic, which it reads a second time.
 *
 * @param compare the command line
 * @param a the first capture, decoded
 * @param b the second one
 * @param page where it is also written to as an HTML file, if that is asked for
 */
record CompareEnds(
    Compare compare, ComparedCapture a, ComparedCapture b, Optional<OutputStream> page) {
  /**
   * Compares them, if they show the same traffic or the user says so.
   *
   * @return the exit status; empty if they are two runs
   * @throws CommandFailure if the user says so and no packet is in both
   */
  OptionalInt run(Environment environment) throws CommandFailure, IOException {
    EndsComparison comparison = new EndsComparison(a.log(), b.log());
    if (compare.subject() == CompareSubject.ENDS && !comparison.meeting().hasShared()) {
      throw CommandFailure.unreadable(
          "not the same traffic: " + comparison.meeting().whyNot(), new IOException());
    }
    if (compare.subject() != CompareSubject.ENDS && !comparison.meeting().areEnds()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        a.reading()
            .again(
                a.environment(),
                first ->
                    b.reading()
                        .again(
                            b.environment(),
                            second -> run(comparison, first, second, environment))));
  }

  private int run(EndsComparison comparison, Inputs first, Inputs second, Environment environment)
      throws IOException {
    Interruption interruption = environment.interruption();
    Progress progress = a.reading().progress(environment, first, second);
    EndsReport report;
    try {
      report =
          comparison.report(
              new EndsSide(a.inputs().names(), a.isWhole(), first),
              new EndsSide(b.inputs().names(), b.isWhole(), second),
              () -> {
                progress.tick();
                return interruption.requested();
              },
              a.reading().decodeAs().udp());
    } finally {
      progress.erase();
    }
    if (interruption.requested()) {
      return ExitStatus.INTERRUPTED;
    }
    writer(environment).write(report);
    if (page.isPresent()) {
      new ComparisonPage(page.get()).write(report);
    }
    return report.fails(compare.failOnEnds()) ? ExitStatus.FINDINGS : ExitStatus.DONE;
  }

  private EndsWriter writer(Environment environment) {
    OutputStream out = environment.out();
    OutputFormat format = compare.format();
    boolean brief = compare.onlyDifferences();
    return switch (format) {
      case JSON, NDJSON -> new EndsJsonWriter(out, format == OutputFormat.JSON, brief);
      case JUNIT -> new EndsJunitWriter(out, compare.failOnEnds(), compare.expectsTraffic());
      default ->
          new EndsTextWriter(
              environment.lines(compare.wide()),
              environment.terminal().colours(compare.colour()),
              brief);
    };
  }
}
