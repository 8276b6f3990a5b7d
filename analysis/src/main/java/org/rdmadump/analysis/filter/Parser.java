package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Parses an expression.
 *
 * <pre>
 * or         = xor { ("or" | "||") xor }
 * xor        = and { ("xor" | "^^") and }
 * and        = not { ("and" | "&amp;&amp;") not }
 * not        = ("not" | "!") not | "(" or ")" | any | test
 * any        = "any" "(" group ":" or ")"
 * test       = [ "any" | "all" ] asked [ relation (value | asked) | [ "not" ] "in" set ]
 * set        = "{" range { "," range } "}"
 * asked      = part [ sign number ]
 * part       = field [ "[" slice { "," slice } "]" ] | function "(" field ")"
 * function   = "len" | "count" | "lower" | "upper"
 * sign       = "&amp;" | "+" | "-" | "*" | "/" | "%"
 * slice      = start ":" length | start "-" end | ":" length | start ":" | index
 * range      = value [ ".." value ]
 * </pre>
 */
final class Parser {
  /** Deepest nesting allowed, to bound the stack. */
  private static final int MOST_DEPTH = 200;

  /** Longest expression allowed, in characters. */
  private static final int LONGEST = 1 << 16;

  private static final String RANGE = "..";

  /** A name that is more likely a field's than a value. */
  private static final Pattern FIELD = Pattern.compile("[A-Za-z_]\\w*(\\.\\w+)+");

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w.]*");
  private static final String ANY = "any";
  private static final String ALL = "all";

  private final Lexer in;
  private int depth;

  /** The value that was read last, for error messages. */
  private Optional<Literal> before = Optional.empty();

  private Parser(String text) {
    this.in = new Lexer(text);
  }

  /**
   * {@return the parsed expression}
   *
   * @throws FilterException if the expression is invalid
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
      throw parser.unexpected("and, or, or the end");
    }
    return whole;
  }

  private Expression or() throws FilterException {
    int start = in.position();
    if (++depth > MOST_DEPTH) {
      throw in.error("nested more than " + MOST_DEPTH + " deep", start, start + 1);
    }
    List<Expression> parts = new ArrayList<>();
    parts.add(xor());
    while (in.take("||") || in.takeWord("or")) {
      parts.add(xor());
    }
    depth--;
    return parts.size() == 1 ? parts.get(0) : new Expression.Or(parts);
  }

  private Expression xor() throws FilterException {
    List<Expression> parts = new ArrayList<>();
    parts.add(and());
    while (in.take("^^") || in.takeWord("xor")) {
      parts.add(and());
    }
    return parts.size() == 1 ? parts.get(0) : new Expression.Xor(parts);
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
    int start = in.position();
    if (in.isNextWord("and") || in.isNextWord("or") || in.isNextWord("NOT")) {
      throw in.unexpected("a field");
    }
    if (in.takeWord(ANY)) {
      return in.take("(") ? any() : test(asked(), Optional.of(Quantifier.ANY));
    }
    if (in.takeWord(ALL)) {
      if (in.isNext("(")) {
        throw in.error(
            "all comes before a comparison, without brackets: all nfs.op != WRITE",
            start,
            start + ALL.length());
      }
      return test(asked(), Optional.of(Quantifier.ALL));
    }
    return test(asked(), Optional.empty());
  }

  private Expression any() throws FilterException {
    int start = in.position();
    String group = name();
    close(":", "a colon");
    Expression inner = or();
    close(")");
    return new Expression.Any(group, new Span(start, start + group.length()), inner);
  }

  private String name() throws FilterException {
    String name = in.name();
    if (!name.isEmpty()) {
      return name;
    }
    FilterException wrong = in.unexpected("a field");
    if (!in.isNextValue() && !in.isNext("\"") && !in.isNext("'")) {
      throw wrong;
    }
    Literal value = in.value();
    refuseValueFirst(value);
    if (value.isQuoted()) {
      throw wrong;
    }
    // No field has this name, but those that there are tell which may have this value.
    return value.text();
  }

  /** Refuses a comparison that is the wrong way round. */
  private void refuseValueFirst(Literal value) throws FilterException {
    int behind = in.position();
    Optional<Relation> relation = Relation.next(in);
    String field = in.bare();
    in.back(behind);
    if (relation.isPresent() && NAME.matcher(field).matches()) {
      String mark = value.isQuoted() ? "\"" : "";
      String turned = field + " " + relation.get().operator().turned().sign() + " ";
      throw in.error(
          "the field comes first: " + turned + mark + FilterTexts.shown(value.text()) + mark,
          value.place().start(),
          value.place().end());
    }
  }

  private Asked asked() throws FilterException {
    int start = in.position();
    return asked(name(), start);
  }

  /** Reads what follows a name. */
  private Asked asked(String name, int start) throws FilterException {
    Span place = new Span(start, start + name.length());
    if (!name.isEmpty() && in.isNext("(")) {
      Optional<Function> function = Function.of(name);
      if (function.isEmpty()) {
        throw in.error(ForeignWords.function(name), place.start(), place.end());
      }
      close("(");
      int inside = in.position();
      String field = name();
      close(")");
      Span within = new Span(inside, inside + field.length());
      return new Asked(field, function, List.of(), calculation(), within);
    }
    return new Asked(name, Optional.empty(), SliceReader.next(in), calculation(), place);
  }

  private Optional<Calculation> calculation() throws FilterException {
    String next = in.bare();
    char sign = in.isNext("&") ? Calculation.BITS : next.isEmpty() ? ' ' : next.charAt(0);
    if (Calculation.SIGNS.indexOf(sign) < 0 || in.isNext("&&")) {
      return Optional.empty();
    }
    close(String.valueOf(sign));
    Literal literal = in.value();
    OptionalLong number =
        literal.isQuoted() ? OptionalLong.empty() : Numbers.integer(literal.text());
    if (number.isPresent() && Calculation.isUndefined(sign, number.getAsLong())) {
      throw in.error("nothing is divided by 0", literal.place().start(), literal.place().end());
    }
    if (number.isEmpty()) {
      String expected =
          sign == Calculation.BITS ? "bits after &, such as 0x02" : "a number after " + sign;
      throw in.error(expected, literal.place().start(), literal.place().end());
    }
    return Optional.of(new Calculation(sign, number.getAsLong()));
  }

  private Expression test(Asked asked, Optional<Quantifier> quantifier) throws FilterException {
    ForeignWords.refuseOperator(in);
    Optional<Relation> relation = Relation.next(in);
    if (relation.isPresent()) {
      Relation written = relation.get();
      Literal value = written.operator() == Operator.MATCHES ? in.pattern() : in.value();
      before = Optional.of(value);
      return new Expression.Comparison(
          asked,
          quantifier.isPresent() ? new Relation(written.operator(), quantifier) : written,
          value,
          other(value));
    }
    boolean isOpposite = in.takeWord("not");
    if (in.takeWord("in")) {
      Expression member =
          new Expression.Membership(asked, quantifier.orElse(Quantifier.ANY), set());
      return isOpposite ? new Expression.Not(member) : member;
    }
    if (isOpposite) {
      throw in.unexpected("in");
    }
    int sign = in.position();
    if (in.take("=")) {
      throw in.error("= is written ==", sign, sign + 1);
    }
    if (asked.isLength()) {
      throw in.unexpected("what to compare the length with");
    }
    if (asked.function().isPresent() || (asked.calculation().isPresent() && !asked.isBits())) {
      throw in.unexpected("a comparison");
    }
    if (!asked.slices().isEmpty()) {
      throw in.unexpected("what to compare the slice with");
    }
    if (quantifier.isPresent()) {
      throw in.unexpected("a comparison");
    }
    return new Expression.Presence(asked, beside());
  }

  /** {@return what a value asks for if it is the name of a field} */
  private Optional<Asked> other(Literal value) throws FilterException {
    String text = value.text();
    int start = value.place().start();
    if (value.isQuoted() || !NAME.matcher(text).matches()) {
      return Optional.empty();
    }
    boolean hasMore =
        FIELD.matcher(text).matches()
            || Function.of(text).isPresent()
            || ForeignWords.isArithmetic(in.bare());
    return Optional.of(hasMore ? asked(text, start) : Asked.plain(text, value.place()));
  }

  /** {@return the value behind a field without an operator between them, if there is one} */
  private Optional<Literal> beside() throws FilterException {
    if (isEndOfTest()) {
      return Optional.empty();
    }
    FilterException wrong =
        in.unexpected("an operator such as == or contains, and, or, or the end");
    Optional<Literal> value = in.isNextValue() ? Optional.of(in.value()) : Optional.empty();
    if (value.isEmpty() || !isEndOfTest()) {
      throw wrong;
    }
    return value;
  }

  private boolean isEndOfTest() {
    return in.atEnd()
        || in.isNext(")")
        || in.isNext("&&")
        || in.isNext("||")
        || in.isNext("^^")
        || in.isNextWord("and")
        || in.isNextWord("or")
        || in.isNextWord("xor");
  }

  private List<Range> set() throws FilterException {
    String end = in.take("{") ? "}" : in.take("(") ? ")" : in.take("[") ? "]" : "";
    if (end.isEmpty()) {
      throw in.unexpected("{");
    }
    List<Range> ranges = new ArrayList<>();
    while (ranges.isEmpty() || !in.take(end)) {
      Literal low = in.value();
      ranges.add(in.take(RANGE) ? new Range(low, in.value()) : range(low, in));
      in.take(",");
      if (in.atEnd()) {
        throw in.unexpected(end);
      }
    }
    return ranges;
  }

  private static Range range(Literal value, Lexer in) throws FilterException {
    int between = value.isQuoted() ? -1 : value.text().indexOf(RANGE);
    if (between <= 0) {
      return new Range(value, value);
    }
    int start = value.place().start();
    int from = between + RANGE.length();
    Literal low =
        new Literal(value.text().substring(0, between), false, new Span(start, start + between));
    String high = value.text().substring(from);
    if (high.contains(RANGE)) {
      throw in.error(
          "a range has two ends: "
              + FilterTexts.shown(low.text() + RANGE + high.split("\\.\\.", -1)[0]),
          start,
          value.place().end());
    }
    return new Range(
        low,
        high.isEmpty()
            ? in.value()
            : new Literal(high, false, new Span(start + from, value.place().end())));
  }

  private void close(String sign) throws FilterException {
    close(sign, sign);
  }

  private void close(String sign, String expected) throws FilterException {
    if (!in.take(sign)) {
      throw unexpected(expected);
    }
  }

  /** What is wrong at the next word or sign, if it can be told from the value before it. */
  private FilterException unexpected(String expected) {
    Optional<FilterException> known = before.flatMap(value -> ForeignWords.behind(value, in));
    return known.orElseGet(() -> in.unexpected(expected));
  }
}
