package org.rdmadump.analysis.filter;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Words and signs that other languages have, and what is written instead. */
final class ForeignWords {
  /** Before a field's value. */
  private static final Map<String, String> OPERATORS =
      Map.ofEntries(
          Map.entry("<>", "!="),
          Map.entry("=~", "matches, or ~"),
          Map.entry("=<", "<="),
          Map.entry("=>", ">="),
          Map.entry("\u2260", "!="),
          Map.entry("\u2264", "<="),
          Map.entry("\u2265", ">="),
          Map.entry("!~", "not, before the field, and matches"),
          Map.entry("is", "=="),
          Map.entry("equals", "=="),
          Map.entry("like", "contains, or matches with a pattern"),
          Map.entry("has", "contains"),
          Map.entry("startswith", "matches, with a pattern such as \"^begin\""),
          Map.entry("endswith", "matches, with a pattern such as \"end$\""),
          Map.entry("between", "in {10..20}"),
          Map.entry("!in", "not in"));

  /** Anywhere. */
  private static final Map<String, String> WORDS =
      Map.of(
          "AND",
          "and",
          "OR",
          "or",
          "NOT",
          "not",
          "IN",
          "in",
          "&",
          "&&",
          "|",
          "||",
          "CONTAINS",
          "contains",
          "MATCHES",
          "matches");

  private static final Pattern ARITHMETIC = Pattern.compile("[-+*/%]");
  private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.]*");
  private static final Pattern UNIT = Pattern.compile("ns|us|ms|s|sec|min|h|[kKMGT]i?B?");

  /** Between the names of bits. */
  private static final String FLAGS = "|";

  private static final String NAME = "[A-Za-z_]\\w*";

  private ForeignWords() {}

  /** Refuses an operator of another language, if one is next. */
  static void refuseOperator(Lexer in) throws FilterException {
    int start = in.position();
    for (Map.Entry<String, String> each : OPERATORS.entrySet()) {
      String word = each.getKey();
      if (Character.isLetter(word.charAt(0)) ? in.isNextWord(word) : in.isNext(word)) {
        throw in.error(written(word, each.getValue()), start, start + word.length());
      }
    }
  }

  /** {@return whether a sign calculates} */
  static boolean isArithmetic(String sign) {
    return ARITHMETIC.matcher(sign).matches();
  }

  /** {@return what to write instead of a word or sign; empty if that is not known} */
  static Optional<String> instead(String word) {
    if (isArithmetic(word)) {
      return Optional.of("a field is calculated with one number: frame.len % 4 == 0");
    }
    return word.equals(",")
        ? Optional.of("several values are written behind in: in {1, 2}")
        : Optional.ofNullable(WORDS.get(word)).map(ours -> written(word, ours));
  }

  private static String written(String word, String ours) {
    return word + " is written " + ours;
  }

  /** {@return why there is no function of that name} */
  static String function(String name) {
    String instead =
        switch (name) {
          case "length", "size" -> "; len() and count() are there";
          case "max", "min" ->
              "; any FIELD > 4096 asks for the greatest value, all FIELD > 4096 for the least";
          case "string" -> "; numbers are asked for by in {1..9} and &, addresses by a prefix";
          case "not" -> "";
          default -> "; len(), count(), lower() and upper() are there";
        };
    return "no function " + FilterTexts.shown(name) + instead;
  }

  /** {@return what is wrong at the next word, which may belong to the value before it} */
  static Optional<FilterException> behind(Literal value, Lexer in) {
    int start = in.position();
    String text = value.text();
    if (value.isQuoted() || value.place().end() > start) {
      return Optional.empty();
    }
    boolean isNumber = NUMBER.matcher(text).matches();
    if (isNumber && value.place().end() == start && in.isNext(",")) {
      String reason = "a number has no commas; several values are written behind in: in {1, 2}";
      return Optional.of(in.error(reason, start, start + 1));
    }
    if (value.place().end() == start && in.isNext(FLAGS) && !in.isNext(FLAGS + FLAGS)) {
      String reason = "| is written ||, and several flags are written in quotation marks: \"A|B\"";
      return Optional.of(in.error(reason, start, start + 1));
    }
    String word = in.bare();
    if (isNumber && UNIT.matcher(word).matches()) {
      String reason = "a number and its unit have no space between them: " + text + word;
      return Optional.of(in.error(reason, start, start + word.length()));
    }
    if (!isNumber && word.matches(NAME) && instead(word).isEmpty()) {
      String both = FilterTexts.shown(text + " " + word);
      String reason =
          "expected and, or, or the end, not "
              + FilterTexts.shown(word)
              + "; a text with spaces is written \""
              + both
              + "\"";
      return Optional.of(in.error(reason, start, start + word.length()));
    }
    return Optional.empty();
  }
}
