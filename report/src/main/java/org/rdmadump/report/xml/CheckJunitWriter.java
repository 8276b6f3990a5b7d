package org.rdmadump.report.xml;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.VisibleText;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/**
 * Prints a JUnit report: every rule is a test case, which fails if it has findings that make the
 * check fail. Findings below that are output of a case that passes.
 */
public final class JunitWriter implements FindingWriter {
  private final Writer out;
  private final List<String> files;
  private final List<Rule> rules;
  private final Severity failOn;
  private final FoldedFindings findings = new FoldedFindings();

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param files the captures
   * @param rules those that are checked, in the order to list them in
   * @param failOn the least severity that makes a case fail
   */
  public JunitWriter(OutputStream target, List<String> files, List<Rule> rules, Severity failOn) {
    this.out = new BufferedWriter(new OutputStreamWriter(target, StandardCharsets.UTF_8));
    this.files = List.copyOf(files);
    this.rules = List.copyOf(rules);
    this.failOn = failOn;
  }

  @Override
  public void finding(CheckFinding finding) {
    findings.add(finding);
  }

  @Override
  public void end(CheckReport report) throws IOException {
    Map<String, FoldedFindings.OfRule> found = new HashMap<>();
    int failures = 0;
    for (FoldedFindings.OfRule each : findings.rules()) {
      found.put(each.rule().name(), each);
      failures += fails(each.rule()) ? 1 : 0;
    }
    int errors = report.whole() ? 0 : 1;
    String counts =
        " tests=\"" + (rules.size() + 1) + "\" failures=\"" + failures + "\" errors=\"" + errors;
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write("<testsuites name=\"rdmadump check\"" + counts + "\">\n");
    out.write("  <testsuite name=\"" + escaped(String.join(" ", files)) + "\"" + counts);
    out.write("\" skipped=\"0\">\n");
    whole(report.whole());
    for (Rule rule : rules) {
      testcase(rule, found.get(rule.name()));
    }
    out.write("  </testsuite>\n</testsuites>\n");
    out.flush();
  }

  /** That the capture can be read is a case of its own. */
  private void whole(boolean whole) throws IOException {
    out.write("    <testcase classname=\"rdmadump.input\" name=\"input.whole\"");
    if (whole) {
      out.write("/>\n");
    } else {
      out.write("><error message=\"not read to its end\" type=\"input\"/></testcase>\n");
    }
  }

  private boolean fails(Rule rule) {
    return rule.severity().compareTo(failOn) >= 0;
  }

  private void testcase(Rule rule, FoldedFindings.@Nullable OfRule found) throws IOException {
    String layer = rule.name().substring(0, rule.name().indexOf('.'));
    out.write("    <testcase classname=\"rdmadump." + layer + "\" name=\"" + rule.name() + "\"");
    if (found == null) {
      out.write("/>\n");
      return;
    }
    String count = found.count() + (found.count() == 1 ? " finding" : " findings");
    String element = fails(rule) ? "failure" : "system-out";
    out.write(">\n      <" + element);
    if (fails(rule)) {
      out.write(" message=\"" + count + "\" type=\"");
      out.write(rule.severity().name().toLowerCase(Locale.ROOT) + "\"");
    }
    out.write(">");
    for (CheckFinding each : found.first()) {
      out.write(escaped(line(each)));
      out.write('\n');
    }
    long more = found.count() - found.first().size();
    if (more > 0) {
      out.write("... and " + more + " more\n");
    }
    out.write("</" + element + ">\n    </testcase>\n");
  }

  private static String line(CheckFinding checked) {
    Finding finding = checked.finding();
    StringBuilder line = new StringBuilder();
    if (finding.frame() > 0) {
      line.append("frame ").append(finding.frame());
    }
    if (checked.connection().isPresent()) {
      line.append(" connection ").append(checked.connection().getAsInt());
    }
    if (checked.xid().isPresent()) {
      line.append(String.format(Locale.ROOT, " XID 0x%08x", checked.xid().getAsInt()));
    }
    line.append(": ").append(finding.message());
    if (checked.path().isPresent()) {
      line.append(" (").append(checked.path().get().text()).append(')');
    }
    return line.toString();
  }

  /**
   * {@return text for XML 1.0: markup and what is not visible escaped, question marks for
   * characters that it does not have}
   */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> {
                  boolean allowed =
                      c == '\t'
                          || c == '\n'
                          || (c >= 0x20 && c <= 0xd7ff)
                          || (c >= 0xe000 && c <= 0xfffd)
                          || c >= 0x10000;
                  if (allowed && c >= 0x7f && !VisibleText.isVisible(c)) {
                    escaped.append("&#x").append(Integer.toHexString(c)).append(';');
                  } else {
                    escaped.appendCodePoint(allowed ? c : '?');
                  }
                }
              }
            });
    return escaped.toString();
  }
}
