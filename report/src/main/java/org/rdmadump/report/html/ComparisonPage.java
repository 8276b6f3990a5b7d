package org.rdmadump.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.ends.EndsReport;
import org.rdmadump.analysis.ends.EndsWriter;
import org.rdmadump.analysis.ends.TapReport;
import org.rdmadump.report.CaptureName;
import org.rdmadump.report.json.CompareJsonWriter;
import org.rdmadump.report.json.EndsJsonWriter;

/**
 * Writes a comparison as one HTML file, as {@link HtmlReport} does a capture. Its data are the
 * records of {@code compare --json}, with names of captures in place of their paths. If not all of
 * them fit, it has those that matter most and counts the others.
 */
public final class ComparisonPage implements ComparisonWriter, EndsWriter {
  private static final int LONGEST_NAME = 200;
  static final List<String> SCRIPTS = List.of("page.js", "comparison.js");

  /** Of the script, as {@link HtmlPage} has it. */
  static final String SCRIPT_HASH = "sha256-qhf7LaP6/CJUl0CE8rkmyQMRC1xmQNTT8u+gOeonUlU=";

  private final OutputStream out;

  /** A page that goes to {@code out}, which it flushes but does not close. */
  public ComparisonPage(OutputStream out) {
    this.out = out;
  }

  /** Writes two runs: differences first. */
  @Override
  public void write(ComparisonReport report) throws IOException {
    ComparisonReport named =
        new ComparisonReport(
            named(report.a()),
            named(report.b()),
            report.isExact(),
            report.operations(),
            report.connections(),
            report.findings());
    List<String> differences = lines(records -> compared(records, true).write(named));
    List<String> all = lines(records -> compared(records, false).write(named));
    write("runs", named.a().files(), named.b().files(), differences, all);
  }

  /** Writes two captures of the same traffic: calls first, then packets. */
  @Override
  public void write(EndsReport report) throws IOException {
    EndsReport named =
        new EndsReport(
            named(report.a()),
            named(report.b()),
            report.clocks(),
            report.packets(),
            report.exchanges(),
            report.translated());
    List<String> packets = lines(records -> ends(records, true).write(named));
    List<String> calls = lines(records -> ends(records, false).write(named));
    String summary = packets.get(packets.size() - 1);
    calls.removeAll(new LinkedHashSet<>(packets));
    calls.add(summary);
    write("ends", named.a().files(), named.b().files(), calls, packets);
  }

  private static CompareJsonWriter compared(OutputStream records, boolean onlyDifferences) {
    return new CompareJsonWriter(records, /* array= */ false, onlyDifferences);
  }

  private static EndsJsonWriter ends(OutputStream records, boolean onlyDifferences) {
    return new EndsJsonWriter(records, /* array= */ false, onlyDifferences);
  }

  private static RunReport named(RunReport run) {
    return new RunReport(
        names(run.files()),
        run.whole(),
        run.transports(),
        run.operations(),
        run.amounts(),
        run.settings(),
        run.rules(),
        run.summary());
  }

  private static TapReport named(TapReport tap) {
    return new TapReport(
        names(tap.files()),
        tap.whole(),
        tap.summary(),
        tap.hosts(),
        tap.snapLength(),
        tap.dropped(),
        tap.onlyHere());
  }

  private static List<String> names(List<String> files) {
    return files.stream().map(each -> ShortText.of(CaptureName.of(each), LONGEST_NAME)).toList();
  }

  /** Writes records as lines. */
  private interface Lines {
    void write(OutputStream records) throws IOException;
  }

  /** The records, one each; the last is the summary. */
  private static List<String> lines(Lines writer) throws IOException {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    writer.write(records);
    return new ArrayList<>(records.toString(StandardCharsets.UTF_8).lines().toList());
  }

  /**
   * Writes the page.
   *
   * @param first records that matter most, and the summary last
   * @param then others; those of {@code first} may be among them
   */
  private void write(
      String kind, List<String> a, List<String> b, List<String> first, List<String> then)
      throws IOException {
    HtmlPage page = HtmlPage.of("comparison", a.get(0) + " and " + b.get(0), SCRIPTS, SCRIPT_HASH);
    Set<String> records = new LinkedHashSet<>();
    records.add(first.get(first.size() - 1));
    records.addAll(first);
    records.addAll(then);
    String begin = "{\"format\":1,\"kind\":\"" + kind + "\",\"records\":[";
    // The end has a number.
    int room = page.room() - begin.length() - 40;
    StringBuilder data = new StringBuilder(begin);
    int taken = 0;
    for (String each : records) {
      String record = Html.inScript(each);
      room -= HtmlPage.bytes(record).length + 1;
      if (room < 0) {
        break;
      }
      data.append(taken == 0 ? "" : ",").append(record);
      taken++;
    }
    data.append("],\"left_out\":").append(records.size() - taken).append('}');
    out.write(HtmlPage.bytes(page.before()));
    out.write(HtmlPage.bytes(data.toString()));
    out.write(HtmlPage.bytes(page.behind()));
    out.flush();
  }
}
