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
  private final int start;
  private final int end;

  /** Empty if it is not about another kind of record. */
  private final String record;

  FilterException(String reason, String expression, int start, int end) {
    super(reason);
    this.reason = reason;
    this.expression = expression;
    this.start = start;
    this.end = Math.max(end, start + 1);
    this.record = "";
  }

  private FilterException(FilterException like, String record) {
    super(like.reason);
    this.reason = like.reason;
    this.expression = like.expression;
    this.start = like.start;
    this.end = like.end;
    this.record = record;
  }

  /** The same, because the field is, or may be meant to be, one of another kind of record. */
  FilterException of(String records) {
    return new FilterException(this, records);
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
    return start;
  }

  /** {@return index behind the last character that is wrong} */
  public int end() {
    return end;
  }

  /** {@return the expression, as far as a line has room, and below it a mark under the place} */
  public List<String> shown() {
    int from = Math.max(0, start - MOST_BEFORE);
    int to = Math.min(expression.length(), Math.max(end, start) + MOST_BEHIND);
    StringBuilder line = new StringBuilder(INDENT);
    for (int i = from; i < to; i++) {
      char each = expression.charAt(i);
      line.append(each < ' ' || each > '~' ? '.' : each);
    }
    int marked = Math.max(1, Math.min(end, to) - start);
    return List.of(
        line.toString(), INDENT + " ".repeat(start - from) + "^" + "~".repeat(marked - 1));
  }
}
