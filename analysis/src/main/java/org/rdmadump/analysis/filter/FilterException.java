package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Thrown for an invalid expression; it holds the reason and the place of the error. */
public final class FilterException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What stands between the name of a field and the values that it has. */
  static final String NEEDS = " needs ";

  /** Characters shown before the place. */
  private static final int MOST_BEFORE = 60;

  private static final int MOST_BEHIND = 20;

  /** Characters that are marked: a wrong word may be as long as the whole expression. */
  private static final int MOST_MARKED = 200;

  private static final String INDENT = "  ";

  private final String reason;
  private final String expression;
  private final Span place;

  /** The other kind of record; empty if the error is not about one. */
  private final String record;

  /** What those records have; empty if the error is not about one. */
  private final String field;

  /** A second sentence: what the records that were asked have in its place; empty if nothing. */
  private final String instead;

  FilterException(String reason, String expression, Span place) {
    this(reason, expression, place, "", "", "");
  }

  private FilterException(
      String reason, String expression, Span place, String record, String field, String instead) {
    super(reason + instead);
    this.reason = reason;
    this.expression = expression;
    this.place = place;
    this.record = record;
    this.field = field;
    this.instead = instead;
  }

  /** A copy of this error about a field of another kind of record. */
  FilterException of(String records, String name) {
    return new FilterException(reason, expression, place, records, name, instead);
  }

  /** A copy of this error about the value of a field, with the name that the expression has. */
  FilterException asWritten(String name, String written) {
    return reason.startsWith(name + NEEDS)
        ? new FilterException(
            written + reason.substring(name.length()), expression, place, record, field, instead)
        : this;
  }

  /** A copy of this error that says in a second sentence what the records have, if anything. */
  FilterException orHas(String records, String have) {
    if (have.isEmpty()) {
      return this;
    }
    String sentence =
        ". " + records.substring(0, 1).toUpperCase(Locale.ROOT) + records.substring(1) + " have ";
    return new FilterException(reason, expression, place, record, field, sentence + have);
  }

  /**
   * {@return the kind of record, in plural, that has the unknown field or the suggested field;
   * empty for other errors}
   */
  public Optional<String> record() {
    return record.isEmpty() ? Optional.empty() : Optional.of(record);
  }

  /** {@return the field of {@link #record}; empty for other errors} */
  public Optional<String> field() {
    return field.isEmpty() ? Optional.empty() : Optional.of(field);
  }

  /** {@return the reason, in one line} */
  public String reason() {
    return reason + instead;
  }

  /**
   * {@return the same with advice in parentheses}
   *
   * @param advice how to ask the kind of {@link #record} that has the field
   */
  public String reason(String advice) {
    return reason + " (" + advice + ")" + instead;
  }

  /**
   * {@return index of the first wrong character; the length of the expression if it ends too early}
   */
  public int start() {
    return place.start();
  }

  /** {@return index after the last wrong character} */
  public int end() {
    return place.end();
  }

  /** {@return two lines: the expression, shortened to fit, and a marker below the error} */
  public List<String> shown() {
    int start = place.start();
    int from = Math.max(0, start - MOST_BEFORE);
    int end = Math.min(Math.max(place.end(), start), start + MOST_MARKED);
    int to = Math.min(expression.length(), end + MOST_BEHIND);
    String line = INDENT + FilterTexts.visible(expression.substring(Math.min(from, to), to));
    int marked = Math.max(1, Math.min(end, to) - start);
    return List.of(line, INDENT + " ".repeat(start - from) + "^" + "~".repeat(marked - 1));
  }
}
