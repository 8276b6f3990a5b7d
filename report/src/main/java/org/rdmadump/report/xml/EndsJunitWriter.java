package org.rdmadump.report.xml;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.rdmadump.analysis.ends.EndsKind;
import org.rdmadump.analysis.ends.EndsReport;
import org.rdmadump.analysis.ends.EndsWriter;
import org.rdmadump.analysis.ends.TapReport;

/** Prints two captures of the same traffic as a JUnit report: a test case for each kind. */
public final class EndsJunitWriter implements EndsWriter {
  private final Writer out;
  private final Set<EndsKind> failOn;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param failOn kinds that make a case fail
   */
  public EndsJunitWriter(OutputStream target, Set<EndsKind> failOn) {
    this.out = new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8));
    this.failOn = Set.copyOf(failOn);
  }

  @Override
  public void write(EndsReport report) throws IOException {
    long failures = failOn.stream().filter(each -> each.count(report) > 0).count();
    int errors = (report.a().whole() ? 0 : 1) + (report.b().whole() ? 0 : 1);
    String counts =
        String.format(
            Locale.ROOT,
            " tests=\"%d\" failures=\"%d\" errors=\"%d\"",
            EndsKind.values().length + 2,
            failures,
            errors);
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write("<testsuites name=\"rdmadump compare\"" + counts + ">\n  <testsuite name=\"");
    out.write(JunitWriter.escaped(names(report.a()) + " and " + names(report.b())));
    out.write("\"" + counts + " skipped=\"0\">\n");
    whole("a", report.a());
    whole("b", report.b());
    for (EndsKind each : EndsKind.values()) {
      long count = each.count(report);
      String content =
          count > 0 && failOn.contains(each)
              ? "<failure message=\"" + count + "\" type=\"" + each.label() + "\"/>"
              : "<system-out>" + count + "</system-out>";
      testcase(each.label(), "ends." + each.label(), content);
    }
    out.write("  </testsuite>\n</testsuites>\n");
    out.flush();
  }

  private static String names(TapReport tap) {
    return String.join(" ", tap.files());
  }

  private void whole(String name, TapReport tap) throws IOException {
    testcase(
        "input",
        "input.whole." + name,
        tap.whole() ? "" : "<error message=\"not read to its end\" type=\"input\"/>");
  }

  private void testcase(String kind, String name, String content) throws IOException {
    out.write("    <testcase classname=\"rdmadump." + kind + "\" name=\"" + name + "\">");
    out.write(content + "</testcase>\n");
  }
}
