package org.rdmadump.analysis;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Text that somebody on the wire chose, made harmless to whatever shows it: the one place that says
 * which characters are escaped, and which cells a spreadsheet would take for formulas.
 *
 * <p>What is escaped stands as its number, in four hexadecimal digits behind a backslash and a
 * {@code u}, or eight behind {@code U}: controls (U+0000 to U+001F, U+007F to U+009F), what is
 * invisible or changes the direction of text (Unicode's category Cf, such as U+202E or U+FEFF), the
 * separators of lines and paragraphs U+2028 and U+2029, and surrogates without their other half.
 */
public final class VisibleText {
  private static final String HEX = "0123456789abcdef";
  private static final int BMP_DIGITS = 4;
  private static final int ALL_DIGITS = 8;

  /** Formulas begin with them, in full width, too. */
  private static final String FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20\u2212";

  private static final char APOSTROPHE = '\'';

  /** Few runs need it. */
  private static final class Numbers {
    /** Sign, digits, fraction, exponent. */
    static final Pattern NUMBER =
        Pattern.compile("[-+]?+(?:[0-9]++(?:\\.[0-9]++)?+|\\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+");

    private Numbers() {}
  }

  private VisibleText() {}

  /** {@return whether a character only takes its place: it steers nothing, and can be seen} */
  public static boolean isVisible(int codePoint) {
    if (codePoint < 0x80) {
      return codePoint >= ' ' && codePoint != 0x7f;
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** {@return the text, with a question mark for each character that is not visible} */
  public static String orQuestionMarks(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      shown.appendCodePoint(isVisible(point) ? point : '?');
    }
    return shown.toString();
  }

  /**
   * Appends text with what is not visible as its number, and with {@code \t}, {@code \n}, {@code
   * \r} and {@code \\} for tab, line feed, carriage return and backslash, so that nothing is lost.
   */
  public static void escape(String text, StringBuilder to) {
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      switch (point) {
        case '\t' -> to.append("\\t");
        case '\n' -> to.append("\\n");
        case '\r' -> to.append("\\r");
        case '\\' -> to.append("\\\\");
        default -> {
          if (isVisible(point)) {
            to.appendCodePoint(point);
          } else {
            putNumber(point, to);
          }
        }
      }
    }
  }

  private static void putNumber(int point, StringBuilder to) {
    boolean small = point <= Character.MAX_VALUE;
    to.append(small ? "\\u" : "\\U");
    for (int digit = (small ? BMP_DIGITS : ALL_DIGITS) - 1; digit >= 0; digit--) {
      to.append(HEX.charAt(point >>> (4 * digit) & 0xf));
    }
  }

  /**
   * Appends a cell of comma-separated values: escaped as {@link #escape} has it, in quotation marks
   * where commas, quotation marks or the program that reads it need them. What a spreadsheet would
   * take for a formula gets an apostrophe before it, and so does what begins with an apostrophe:
   * whoever takes one away from each cell that begins so has the text again. Numbers, and several
   * with commas between them, stay as they are.
   */
  public static void putCell(String value, StringBuilder line) {
    int start = line.length();
    if (needsApostrophe(value)) {
      line.append(APOSTROPHE);
    }
    escape(value, line);
    if (needsQuotes(line, start)) {
      String cell = line.substring(start);
      line.setLength(start);
      line.append('"').append(cell.replace("\"", "\"\"")).append('"');
    }
  }

  private static boolean needsApostrophe(String value) {
    int at = 0;
    while (at < value.length() && isBlank(value.charAt(at))) {
      at++;
    }
    if (at == value.length()) {
      return false;
    }
    char first = value.charAt(at);
    return value.charAt(0) == APOSTROPHE
        || (FORMULA.indexOf(first) >= 0 && !(at == 0 && areNumbers(value)));
  }

  /** Programs differ in what they skip at the start of a cell: whatever some of them might. */
  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || !isVisible(c);
  }

  private static boolean needsQuotes(StringBuilder line, int from) {
    for (int i = from; i < line.length(); i++) {
      char each = line.charAt(i);
      if (each == ',' || each == '"') {
        return true;
      }
    }
    return false;
  }

  /** Whether a text is decimal numbers with commas between them. */
  private static boolean areNumbers(String text) {
    return Stream.of(text.split(",", -1)).allMatch(Numbers.NUMBER.asMatchPredicate());
  }
}
