package org.rdmadump.analysis.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an expression from start to end. The parser says what may come next: {@code 10.0.0.1} is a
 * value, {@code nfs.op} can be a field or a value.
 */
final class Lexer {
  /** With the space that pages and mails put between words that belong together. */
  private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n\u00a0]*");

  /** Quotation marks of books, which editors put in place of those of programs. */
  private static final String PRINTED_MARKS = "\u201c\u201d\u201e\u2018\u2019\u00ab";

  private static final Pattern NAME = Pattern.compile("(?:[A-Za-z_][A-Za-z_0-9.]*)?");

  /** An unquoted value: up to a space or an operator. */
  private static final Pattern BARE = Pattern.compile("[^ \\t\\r\\n\u00a0()\\[\\]{},&|!=<>\"'~]*");

  private final String text;
  private int at;

  Lexer(String text) {
    this.text = text;
  }

  /** Index after the match of a pattern, which may be empty, at a place. */
  private int endOf(Pattern pattern, int start) {
    Matcher matcher = pattern.matcher(text).region(start, text.length());
    return matcher.lookingAt() ? matcher.end() : start;
  }

  /** {@return index of the next character other than a space} */
  int position() {
    at = endOf(SPACE, at);
    return at;
  }

  /** Goes back to a place that was next before. */
  void back(int position) {
    at = position;
  }

  /** {@return whether the expression ends here} */
  boolean atEnd() {
    return position() == text.length();
  }

  /** Skips a sign, if it is next. */
  boolean take(String sign) {
    if (text.startsWith(sign, position())) {
      at += sign.length();
      return true;
    }
    return false;
  }

  /** Skips a word, if the whole next word is that word. */
  boolean takeWord(String word) {
    if (isNextWord(word)) {
      at += word.length();
      return true;
    }
    return false;
  }

  /** {@return whether the whole next word is a word} */
  boolean isNextWord(String word) {
    int start = position();
    return endOf(NAME, start) - start == word.length() && text.startsWith(word, start);
  }

  /** {@return whether a value is next that needs no quotation marks} */
  boolean isNextValue() {
    return endOf(BARE, position()) > at;
  }

  /**
   * {@return the next name: letters, digits, dots, underscores; empty, and nothing is skipped, if
   * there is none}
   */
  String name() {
    int start = position();
    at = endOf(NAME, start);
    return text.substring(start, at);
  }

  /**
   * {@return the next value}
   *
   * @throws FilterException if there is no value, or a quotation mark is not closed
   */
  Literal value() throws FilterException {
    return value(/* isPattern= */ false);
  }

  /**
   * {@return the next value, a pattern: of its backslashes in quotation marks only those before a
   * backslash and before a quotation mark are not part of the pattern}
   */
  Literal pattern() throws FilterException {
    return value(/* isPattern= */ true);
  }

  private Literal value(boolean isPattern) throws FilterException {
    int start = position();
    if (atEnd()) {
      throw error("expected a value, but the filter ends", start, start + 1);
    }
    char first = text.charAt(start);
    if (first == '"' || first == '\'') {
      return quoted(start, first, isPattern);
    }
    if ((first == 'r' || first == 'R') && text.startsWith("\"", start + 1)) {
      return raw(start);
    }
    if (PRINTED_MARKS.indexOf(first) >= 0) {
      throw error("quotation marks are written \" or '", start, start + 1);
    }
    int end = endOf(BARE, start);
    if (end == start) {
      throw error(
          "expected a value, not "
              + FilterTexts.shown(text.substring(start, start + 1))
              + ("{[,".indexOf(first) < 0
                  ? "; a text with signs is written in quotation marks"
                  : "; several values are written behind in: in {1, 2}"),
          start,
          start + 1);
    }
    at = end;
    return new Literal(text.substring(start, end), false, new Span(start, end));
  }

  private Literal quoted(int start, char mark, boolean isPattern) throws FilterException {
    int end = closing(start, start + 1, mark);
    String inside = text.substring(start + 1, end);
    at = end + 1;
    if (mark == '\'') {
      // There is no text in such marks in Wireshark.
      return new Literal(inside.replace("\\'", "'"), true, new Span(start, at));
    }
    String value = isPattern ? Escapes.ofPattern(inside) : Escapes.of(inside, this, start + 1);
    return new Literal(value, true, new Span(start, at));
  }

  /** Reads a text in which every backslash is one. */
  private Literal raw(int start) throws FilterException {
    int end = closing(start, start + 2, '"');
    at = end + 1;
    return new Literal(text.substring(start + 2, end), true, new Span(start, at));
  }

  /** Index of the mark that closes a text: the next one without a backslash before it. */
  private int closing(int start, int from, char mark) throws FilterException {
    int end = from;
    while (end < text.length() && text.charAt(end) != mark) {
      boolean isEscape = text.charAt(end) == '\\' && end + 1 < text.length();
      char next = isEscape ? text.charAt(end + 1) : ' ';
      end += isEscape && (next == mark || (mark == '"' && next == '\\')) ? 2 : 1;
    }
    if (end >= text.length()) {
      throw error("the quotation mark is not closed", start, start + 1);
    }
    return end;
  }

  /** {@return the text before a sign, or up to the end; the text is skipped, the sign is not} */
  String upTo(char sign) {
    int start = at;
    int end = text.indexOf(sign, start);
    at = end < 0 ? text.length() : end;
    return text.substring(start, at);
  }

  /** {@return whether a sign is next} */
  boolean isNext(String sign) {
    return text.startsWith(sign, position());
  }

  /** {@return an error at the next word or sign} */
  FilterException unexpected(String expected) {
    int start = position();
    if (start == text.length()) {
      return error("expected " + expected + ", but the filter ends", start, start + 1);
    }
    int end = Math.max(endOf(BARE, start), start + 1);
    String found = text.substring(start, end);
    String instead = ForeignWords.instead(found).map(ours -> "; " + ours).orElse("");
    return error(
        "expected " + expected + ", not " + FilterTexts.shown(found) + instead, start, end);
  }

  /** {@return the next value that needs no quotation marks, which is not skipped} */
  String bare() {
    int start = position();
    return text.substring(start, endOf(BARE, start));
  }

  /** {@return an error at a place} */
  FilterException error(String reason, int start, int end) {
    return new FilterException(reason, text, new Span(start, Math.max(end, start + 1)));
  }
}
