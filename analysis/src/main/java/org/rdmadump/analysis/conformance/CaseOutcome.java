package org.rdmadump.analysis.conformance;

import java.util.List;

/**
 * The outcome of a case.
 *
 * <pre>{@code
 * if (outcome instanceof CaseOutcome.Fail fail) {
 *   fail.notes().forEach(System.out::println);
 * }
 * }</pre>
 */
public sealed interface CaseOutcome {
  /** Notes kept of a case; further notes are only counted. */
  int MOST_NOTES = 4;

  /** {@return the outcome as output shows it, such as {@code PASS}} */
  String word();

  /** {@return the number of exchanges that the case applies to} */
  long seen();

  /**
   * {@return the number of failures ({@link Fail}) or of places without a verdict ({@link Warn}); 0
   * otherwise}
   */
  default long count() {
    return 0;
  }

  /** {@return the first notes, at most {@link #MOST_NOTES}} */
  default List<Note> notes() {
    return List.of();
  }

  /**
   * Every exchange of the case passed.
   *
   * @param seen exchanges of the case
   * @param first place of the first exchange
   */
  record Pass(long seen, CaptureLocation first) implements CaseOutcome {
    @Override
    public String word() {
      return "PASS";
    }
  }

  /**
   * At least one check failed.
   *
   * @param seen exchanges of the case
   * @param count number of failures
   * @param notes the first failures
   */
  record Fail(long seen, long count, List<Note> notes) implements CaseOutcome {
    @Override
    public String word() {
      return "FAIL";
    }
  }

  /**
   * No check failed, but some could not be decided: packets are missing or were retransmitted.
   *
   * @param seen exchanges of the case
   * @param count number of places without a verdict
   * @param notes the first of these places
   */
  record Warn(long seen, long count, List<Note> notes) implements CaseOutcome {
    @Override
    public String word() {
      return "WARN";
    }
  }

  /** The capture has no exchange of the case. */
  record NotSeen() implements CaseOutcome {
    @Override
    public long seen() {
      return 0;
    }

    @Override
    public String word() {
      return "NOT SEEN";
    }
  }
}
