package org.rdmadump.analysis.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an expression from its beginning to its end. What the next characters are depends on what
 * can stand there: {@code 10.0.0.1} is a value, {@code nfs.op} can be a field or a value.
 */
final class Lexer {
  private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n]*");
  private static final Pattern NAME = Pattern.compile("(?:[A-Za-z_][A-Za-z_0-9.]*)?");

  /** A bare value: up to a space or sign. */
  private static final Pattern BARE = Pattern.compile("[^ \\t\\r\\n()\\[\\]{},&|!=<>\"'~]*");

  private final String text;
  private int at;

  Lexer(String text) {
    this.text = text;
  }

  /** Index behind what a pattern, which fits nothing, too, finds at a place. */
  private int endOf(Pattern pattern, int start) {
    Matcher matcher = pattern.matcher(text).region(start, text.length());
    return matcher.lookingAt() ? matcher.end() : start;
  }

  /** {@return index of the next character that is no space} */
  int position() {
    at = endOf(SPACE, at);
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
    int end = endOf(NAME, start);
    if (end - start == word.length() && text.startsWith(word, start)) {
      at = end;
      return true;
    }
    return false;
  }

  /** {@return a name: letters, digits, dots, underscores; empty, and nothing is read, if none} */
  String name() {
    int start = position();
    at = endOf(NAME, start);
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
      throw error("expected a value, but the filter ends", start, start + 1);
    }
    char first = text.charAt(start);
    if (first == '"' || first == '\'') {
      return quoted(start, first);
    }
    int end = endOf(BARE, start);
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

  /** {@return what stands before a sign, which is passed, up to the end if there is none} */
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
    return error(
        "expected " + expected + ", not " + FilterTexts.shown(text.substring(start, end)),
        start,
        end);
  }

  /** {@return an error at a place} */
  FilterException error(String reason, int start, int end) {
    return new FilterException(reason, text, new Span(start, Math.max(end, start + 1)));
  }
}
