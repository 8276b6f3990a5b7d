package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Optional;

/** An expression that is wrong, and where. */
public final class FilterException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What a line shows of the expression before the place. */
  private static final int MOST_BEFORE = 60;

  private static final int MOST_BEHIND = 20;
  private static final String INDENT = "  ";

  private final String reason;
  private final String expression;
  private final Span place;

  /** Empty if it is not about another kind of record. */
  private final String record;

  FilterException(String reason, String expression, Span place) {
    this(reason, expression, place, "");
  }

  private FilterException(String reason, String expression, Span place, String record) {
    super(reason);
    this.reason = reason;
    this.expression = expression;
    this.place = place;
    this.record = record;
  }

  /** The same, because the field is, or may be meant to be, one of another kind of record. */
  FilterException of(String records) {
    return new FilterException(reason, expression, place, records);
  }

  /**
   * {@return the kind of record, in plural, that the field is one of, or the field that may be
   * meant; empty if nothing of the sort is wrong}
   */
  public Optional<String> record() {
    return record.isEmpty() ? Optional.empty() : Optional.of(record);
  }

  /** {@return what is wrong, in one line} */
  public String reason() {
    return reason;
  }

  /**
   * {@return index of the first character that is wrong; the length of the expression at its end}
   */
  public int start() {
    return place.start();
  }

  /** {@return index behind the last character that is wrong} */
  public int end() {
    return place.end();
  }

  /** {@return the expression, as far as a line has room, and below it a mark under the place} */
  public List<String> shown() {
    int start = place.start();
    int from = Math.max(0, start - MOST_BEFORE);
    int to = Math.min(expression.length(), Math.max(place.end(), start) + MOST_BEHIND);
    String line = INDENT + FilterTexts.visible(expression.substring(Math.min(from, to), to));
    int marked = Math.max(1, Math.min(place.end(), to) - start);
    return List.of(line, INDENT + " ".repeat(start - from) + "^" + "~".repeat(marked - 1));
  }
}
