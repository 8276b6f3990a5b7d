package org.rdmadump.report.text;

import java.util.List;

/**
 * A line that is too long for the terminal, broken into several: where columns or clauses end, else
 * between words. Colours go on in the next line.
 */
final class BrokenLine {
  private static final char ESCAPE = '\033';
  private static final char ESCAPE_END = 'm';
  private static final String OFF = "\033[0m";
  private static final String INDENT = "      ";

  private final int width;
  private final List<String> lines;
  private final StringBuilder line = new StringBuilder();
  private int column;
  private boolean begun;
  private String colour = "";

  private BrokenLine(int width, List<String> lines) {
    this.width = width;
    this.lines = lines;
  }

  /**
   * Adds {@code text} to {@code lines}, as one line if it has at most {@code width} columns.
   *
   * @param text without spaces at its end
   */
  static void add(String text, int width, List<String> lines) {
    new BrokenLine(width, lines).add(text);
  }

  /** Adds the words of {@code text} to {@code lines}, which are all indented. */
  static void words(String text, int width, List<String> lines) {
    BrokenLine broken = new BrokenLine(width, lines);
    broken.put(INDENT.length(), "", 0);
    broken.words(0, text);
    lines.add(broken.line.toString());
  }

  private void add(String text) {
    int at = 0;
    while (at < text.length()) {
      int from = skipSpaces(text, at);
      int to = endOfPart(text, from);
      String part = text.substring(from, to);
      int columns = columns(part);
      if (column + from - at + columns <= width) {
        put(from - at, part, columns);
      } else if (INDENT.length() + columns <= width) {
        next();
        put(0, part, columns);
      } else {
        words(from - at, part);
      }
      at = to;
    }
    lines.add(line.toString());
  }

  /** Puts a part that is too long for any line. */
  private void words(int gap, String part) {
    int at = 0;
    int before = gap;
    while (at < part.length()) {
      int space = part.indexOf(' ', at);
      int to = space < 0 ? part.length() : space;
      String word = part.substring(at, to);
      int columns = columns(word);
      if (column + before + columns > width) {
        next();
        before = 0;
      }
      put(before, word, columns);
      before = 1;
      at = to + 1;
    }
  }

  private void put(int gap, String text, int columns) {
    line.append(" ".repeat(gap)).append(text);
    column += gap + columns;
    begun = true;
    int escape = text.lastIndexOf(ESCAPE);
    if (escape >= 0) {
      String last = text.substring(escape, text.indexOf(ESCAPE_END, escape) + 1);
      colour = last.equals(OFF) ? "" : last;
    }
  }

  /** Begins a line, unless nothing stands in this one. */
  private void next() {
    if (!begun) {
      return;
    }
    line.append(colour.isEmpty() ? "" : OFF);
    lines.add(line.toString());
    line.setLength(0);
    line.append(INDENT).append(colour);
    column = INDENT.length();
    begun = false;
  }

  private static int skipSpaces(String text, int at) {
    int to = at;
    while (to < text.length() && text.charAt(to) == ' ') {
      to++;
    }
    return to;
  }

  /** Where two spaces follow, or one behind a semicolon; both sizes stay together. */
  private static int endOfPart(String text, int from) {
    for (int i = from + 1; i < text.length() - 1; i++) {
      char before = text.charAt(i - 1);
      boolean between = text.charAt(i + 1) == ' ' && before != '/' && before != ' ';
      if (text.charAt(i) == ' ' && (between || before == ';')) {
        return i;
      }
    }
    return text.length();
  }

  /** Columns that a text takes, without its colours; wide characters take two. */
  static int columns(String text) {
    int columns = 0;
    boolean escaped = false;
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int c = text.codePointAt(i);
      if (c == ESCAPE) {
        escaped = true;
      } else if (!escaped) {
        columns += FittedLines.columns(c);
      } else if (c == ESCAPE_END) {
        escaped = false;
      }
    }
    return columns;
  }
}
