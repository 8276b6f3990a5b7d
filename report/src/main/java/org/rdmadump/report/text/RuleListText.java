package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.check.RulePage;
import org.rdmadump.analysis.check.RulePages;
import org.rdmadump.finding.Rule;

/**
 * Prints rules: severity, name, what each is about, where it comes from, and perhaps what to do
 * about it. A rule takes a line; on a terminal it takes lines that fit.
 */
public final class RuleListText {
  private static final int NAME_COLUMN = 9;
  private static final String ADVICE = "What to do: ";

  private RuleListText() {}

  /**
   * Prints rules to {@code out}, which it flushes but does not close.
   *
   * @param advises whether it is said what to do
   * @param columns of the terminal that lines have to fit; empty to print a line for each rule
   */
  public static void print(
      Collection<Rule> rules, boolean advises, OptionalInt columns, OutputStream out)
      throws IOException {
    RulePages pages = RulePages.read();
    if (columns.isPresent()) {
      for (Rule rule : rules) {
        paragraph(rule, pages.page(rule.name()), advises, columns.getAsInt()).moveTo(out);
      }
      out.flush();
      return;
    }
    int width = 0;
    for (Rule rule : rules) {
      width = Math.max(width, rule.name().length());
    }
    AsciiBuffer line = new AsciiBuffer();
    for (Rule rule : rules) {
      line.put(rule.severity().name().toLowerCase(Locale.ROOT)).padTo(NAME_COLUMN);
      line.put(rule.name()).padTo(NAME_COLUMN + width + 2);
      line.put(pages.page(rule.name()).meaning());
      line.put(" (").put(rule.source()).put(')');
      if (advises && !pages.page(rule.name()).advice().isEmpty()) {
        line.put(' ').put(ADVICE).put(pages.page(rule.name()).advice());
      }
      line.newline();
      line.moveTo(out);
    }
    out.flush();
  }

  /** The head that findings of the rule have, and the texts about it below. */
  private static AsciiBuffer paragraph(Rule rule, RulePage page, boolean advises, int columns) {
    AsciiBuffer text = new AsciiBuffer();
    text.put(rule.severity().name().toLowerCase(Locale.ROOT)).padTo(NAME_COLUMN);
    text.put(rule.name()).put("  (").put(rule.source()).put(')').newline();
    List<String> lines = new ArrayList<>();
    BrokenLine.words(page.meaning(), columns, lines);
    if (advises && !page.advice().isEmpty()) {
      BrokenLine.words(ADVICE + page.advice(), columns, lines);
    }
    lines.forEach(line -> text.put(line).newline());
    return text;
  }
}
