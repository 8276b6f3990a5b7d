package org.rdmadump.report.text;

import java.util.List;

/** A line of facts that is too long for the terminal, folded behind commas and semicolons. */
final class FoldedLine {
  private static final int LEAST_INDENT = 8;
  private static final int DEEPER = 2;

  private FoldedLine() {}

  /** Adds {@code text} to {@code lines}, as one line if it has at most {@code width} columns. */
  static void add(String text, int width, List<String> lines) {
    int spaces = text.length() - text.stripLeading().length();
    String indent = " ".repeat(Math.max(LEAST_INDENT, spaces + DEEPER));
    String rest = text;
    while (BrokenLine.columns(rest) > width) {
      int end = lastEnd(rest, indent.length(), width);
      if (end == 0) {
        break;
      }
      lines.add(rest.substring(0, end));
      rest = indent + rest.substring(end + 1);
    }
    lines.add(rest);
  }

  /** Where the last fact ends that fits; 0 if none does. */
  private static int lastEnd(String text, int from, int width) {
    int last = 0;
    for (int i = from; i + 1 < text.length(); i++) {
      boolean ends = text.charAt(i) == ',' || text.charAt(i) == ';';
      if (ends && text.charAt(i + 1) == ' ') {
        if (BrokenLine.columns(text.substring(0, i + 1)) > width) {
          return last;
        }
        last = i + 1;
      }
    }
    return last;
  }
}
