package org.rdmadump.report.xml;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.ComparedValue;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.compare.RunReport;

/**
 * Prints a comparison as a JUnit report: every value is a test case, which fails if it makes the
 * comparison fail. What else differs, or cannot be told, is output of a case that passes.
 */
public final class CompareJunitWriter implements ComparisonWriter {
  private final Writer out;
  private final Set<CompareKind> failOn;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param failOn kinds of which a difference makes a case fail
   */
  public CompareJunitWriter(OutputStream target, Set<CompareKind> failOn) {
    this.out = new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8));
    this.failOn = Set.copyOf(failOn);
  }

  @Override
  public void write(ComparisonReport report) throws IOException {
    List<ComparedValue> values = report.values();
    int errors = (report.a().whole() ? 0 : 1) + (report.b().whole() ? 0 : 1);
    String counts =
        " tests=\""
            + (values.size() + 2)
            + "\" failures=\""
            + values.stream().filter(this::fails).count()
            + "\" errors=\""
            + errors
            + "\"";
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write("<testsuites name=\"rdmadump compare\"" + counts + ">\n");
    out.write("  <testsuite name=\"");
    out.write(JunitWriter.escaped(names(report.a()) + " vs " + names(report.b())));
    out.write("\"" + counts + " skipped=\"0\">\n");
    whole("a", report.a().whole());
    whole("b", report.b().whole());
    for (ComparedValue each : values) {
      testcase(each);
    }
    out.write("  </testsuite>\n</testsuites>\n");
    out.flush();
  }

  private static String names(RunReport run) {
    return String.join(" ", run.files());
  }

  private boolean fails(ComparedValue value) {
    return failOn.contains(value.kind()) && value.verdict().isFailure();
  }

  private void whole(String run, boolean whole) throws IOException {
    begin("input", "input.whole." + run);
    if (whole) {
      out.write("/>\n");
    } else {
      out.write("><error message=\"not read to its end\" type=\"input\"/></testcase>\n");
    }
  }

  private void begin(String kind, String name) throws IOException {
    // Names are tokens to some readers.
    String token = name.replaceAll("[^A-Za-z0-9._:-]", "-");
    out.write("    <testcase classname=\"rdmadump." + kind + "\" name=\"" + token + "\"");
  }

  private void testcase(ComparedValue value) throws IOException {
    String kind = value.kind().label();
    begin(kind, kind + "." + value.about() + "." + value.measure());
    String said =
        JunitWriter.escaped(
            value.verdict().label().replace('_', ' ')
                + ": A "
                + value.a()
                + ", B "
                + value.b()
                + " ("
                + value.unit().label()
                + ")");
    if (fails(value)) {
      out.write("><failure message=\"" + said + "\" type=\"");
      out.write(value.verdict().label() + "\"/></testcase>\n");
    } else {
      out.write("><system-out>" + said + "</system-out></testcase>\n");
    }
  }
}
