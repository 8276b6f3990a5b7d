package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Understands an expression.
 *
 * <pre>
 * or         = and { ("or" | "||") and }
 * and        = not { ("and" | "&amp;&amp;") not }
 * not        = ("not" | "!") not | "(" or ")" | any | test
 * any        = "any" "(" group ":" or ")"
 * test       = asked [ operator value | "in" "{" range { "," range } "}" ]
 * asked      = field | "len" "(" field ")"
 * range      = value [ ".." value ]
 * </pre>
 */
final class Parser {
  /** Nobody nests more; a machine that does could not be answered without much stack. */
  private static final int MOST_DEPTH = 200;

  /** More than any person writes. */
  private static final int LONGEST = 1 << 16;

  private static final String RANGE = "..";

  private final Lexer in;
  private int depth;

  private Parser(String text) {
    this.in = new Lexer(text);
  }

  /**
   * {@return what an expression says}
   *
   * @throws FilterException if it is none
   */
  static Expression parse(String text) throws FilterException {
    if (text.length() > LONGEST) {
      throw new FilterException(
          "the expression is longer than " + LONGEST + " characters",
          text,
          new Span(LONGEST, LONGEST + 1));
    }
    Parser parser = new Parser(text);
    Expression whole = parser.or();
    if (!parser.in.atEnd()) {
      throw parser.in.unexpected("and, or, or the end");
    }
    return whole;
  }

  private Expression or() throws FilterException {
    int start = in.position();
    if (++depth > MOST_DEPTH) {
      throw in.error("nested more than " + MOST_DEPTH + " deep", start, start + 1);
    }
    List<Expression> parts = new ArrayList<>();
    parts.add(and());
    while (in.take("||") || in.takeWord("or")) {
      parts.add(and());
    }
    depth--;
    return parts.size() == 1 ? parts.get(0) : new Expression.Or(parts);
  }

  private Expression and() throws FilterException {
    List<Expression> parts = new ArrayList<>();
    parts.add(not());
    while (in.take("&&") || in.takeWord("and")) {
      parts.add(not());
    }
    return parts.size() == 1 ? parts.get(0) : new Expression.And(parts);
  }

  private Expression not() throws FilterException {
    boolean opposite = false;
    while (in.takeWord("not") || in.take("!")) {
      opposite = !opposite;
    }
    Expression part = single();
    return opposite ? new Expression.Not(part) : part;
  }

  private Expression single() throws FilterException {
    if (in.take("(")) {
      Expression inner = or();
      close(")");
      return inner;
    }
    Asked asked = asked(/* isLength= */ false);
    if (asked.name().equals("any") && in.take("(")) {
      Asked group = asked(/* isLength= */ false);
      close(":", "a colon");
      Expression inner = or();
      close(")");
      return new Expression.Any(group.name(), group.place(), inner);
    }
    if (asked.name().equals("len") && in.take("(")) {
      Asked length = asked(/* isLength= */ true);
      close(")");
      return test(length);
    }
    return test(asked);
  }

  private Asked asked(boolean isLength) throws FilterException {
    int start = in.position();
    String name = in.name();
    if (name.isEmpty()) {
      throw in.unexpected("a field");
    }
    return new Asked(name, isLength, new Span(start, start + name.length()));
  }

  private Expression test(Asked asked) throws FilterException {
    Optional<Operator> operator = Operator.next(in);
    if (operator.isPresent()) {
      return new Expression.Comparison(asked, operator.get(), in.value());
    }
    if (in.takeWord("in")) {
      return new Expression.Membership(asked, set());
    }
    int sign = in.position();
    if (in.take("=")) {
      throw in.error("= is written ==", sign, sign + 1);
    }
    if (asked.isLength()) {
      throw in.unexpected("what to compare the length with");
    }
    return new Expression.Presence(asked);
  }

  private List<Range> set() throws FilterException {
    String end = in.take("{") ? "}" : in.take("(") ? ")" : in.take("[") ? "]" : "";
    if (end.isEmpty()) {
      throw in.unexpected("{");
    }
    List<Range> ranges = new ArrayList<>();
    while (ranges.isEmpty() || !in.take(end)) {
      ranges.add(range(in.value()));
      in.take(",");
      if (in.atEnd()) {
        throw in.unexpected(end);
      }
    }
    return ranges;
  }

  private static Range range(Literal value) {
    int between = value.isQuoted() ? -1 : value.text().indexOf(RANGE);
    if (between <= 0 || between + RANGE.length() == value.text().length()) {
      return new Range(value, value);
    }
    int start = value.place().start();
    int from = between + RANGE.length();
    return new Range(
        new Literal(value.text().substring(0, between), false, new Span(start, start + between)),
        new Literal(
            value.text().substring(from), false, new Span(start + from, value.place().end())));
  }

  private void close(String sign) throws FilterException {
    close(sign, sign);
  }

  private void close(String sign, String expected) throws FilterException {
    if (!in.take(sign)) {
      throw in.unexpected(expected);
    }
  }
}
