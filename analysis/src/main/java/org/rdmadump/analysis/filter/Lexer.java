package org.rdmadump.analysis.filter;

/**
 * Reads an expression from its beginning to its end. What the next characters are depends on what
 * can stand there: {@code 10.0.0.1} is a value, {@code nfs.op} can be a field or a value.
 */
final class Lexer {
  /** Behind a bare value. */
  private static final String DELIMITERS = " \t\r\n()[]{},&|!=<>\"'~";

  private final String text;
  private int at;

  Lexer(String text) {
    this.text = text;
  }

  /** {@return index of the next character that is no space} */
  int position() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** {@return whether nothing is left} */
  boolean atEnd() {
    return position() == text.length();
  }

  /** Steps over a sign, if it is next. */
  boolean take(String sign) {
    if (text.startsWith(sign, position())) {
      at += sign.length();
      return true;
    }
    return false;
  }

  /** Steps over a word, if it is next and all of one. */
  boolean takeWord(String word) {
    int start = position();
    int end = endOfName(start);
    if (end - start == word.length() && text.startsWith(word, start)) {
      at = end;
      return true;
    }
    return false;
  }

  /** {@return a name: letters, digits, dots, underscores; empty, and nothing is read, if none} */
  String name() {
    int start = position();
    at = endOfName(start);
    return text.substring(start, at);
  }

  /**
   * {@return a value}
   *
   * @throws FilterException if there is none, or a quotation mark is not closed
   */
  Literal value() throws FilterException {
    int start = position();
    if (atEnd()) {
      throw error("expected a value, but that is the end", start, start + 1);
    }
    char first = text.charAt(start);
    if (first == '"' || first == '\'') {
      return quoted(start, first);
    }
    int end = start;
    while (end < text.length() && DELIMITERS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    if (end == start) {
      throw error("expected a value", start, start + 1);
    }
    at = end;
    return new Literal(text.substring(start, end), false, new Span(start, end));
  }

  private Literal quoted(int start, char mark) throws FilterException {
    StringBuilder value = new StringBuilder();
    at = start + 1;
    while (at < text.length() && text.charAt(at) != mark) {
      // Only what would end the text needs a backslash, so that patterns stand as they are.
      if (text.charAt(at) == '\\' && at + 1 < text.length() && text.charAt(at + 1) == mark) {
        at++;
      }
      value.append(text.charAt(at));
      at++;
    }
    if (at == text.length()) {
      throw error("the quotation mark is not closed", start, start + 1);
    }
    at++;
    return new Literal(value.toString(), true, new Span(start, at));
  }

  /** {@return an error at the next word or sign} */
  FilterException unexpected(String expected) {
    int start = position();
    if (start == text.length()) {
      return error("expected " + expected + ", but that is the end", start, start + 1);
    }
    int end = start;
    while (end < text.length() && DELIMITERS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    end = Math.max(end, start + 1);
    return error(
        "expected " + expected + ", not " + FilterTexts.shown(text.substring(start, end)),
        start,
        end);
  }

  /** {@return an error at a place} */
  FilterException error(String reason, int start, int end) {
    return new FilterException(reason, text, start, end);
  }

  private int endOfName(int start) {
    int end = start;
    while (end < text.length() && isOfName(text.charAt(end), end == start)) {
      end++;
    }
    return end;
  }

  private static boolean isOfName(char each, boolean first) {
    boolean letter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || each == '_';
    return letter || (!first && ((each >= '0' && each <= '9') || each == '.'));
  }

  private static boolean isSpace(char each) {
    return each == ' ' || each == '\t' || each == '\r' || each == '\n';
  }
}
