package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Locale;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.check.RulePages;
import org.rdmadump.finding.Rule;

/** Prints rules, a line each: severity, name, what it is about, where it comes from. */
public final class RuleListText {
  private static final int NAME_COLUMN = 9;

  private RuleListText() {}

  /** Prints rules to {@code out}, which it flushes but does not close. */
  public static void print(Collection<Rule> rules, OutputStream out) throws IOException {
    RulePages pages = RulePages.read();
    int width = 0;
    for (Rule rule : rules) {
      width = Math.max(width, rule.name().length());
    }
    AsciiBuffer line = new AsciiBuffer();
    for (Rule rule : rules) {
      line.put(rule.severity().name().toLowerCase(Locale.ROOT)).padTo(NAME_COLUMN);
      line.put(rule.name()).padTo(NAME_COLUMN + width + 2);
      line.put(pages.page(rule.name()).meaning());
      line.put(" (").put(rule.source()).put(')').newline();
      line.moveTo(out);
    }
    out.flush();
  }
}
