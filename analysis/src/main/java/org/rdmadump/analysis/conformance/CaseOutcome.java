package org.rdmadump.analysis.conformance;

import java.util.List;

/**
 * What came of a case.
 *
 * <pre>{@code
 * if (outcome instanceof CaseOutcome.Fail fail) {
 *   fail.notes().forEach(System.out::println);
 * }
 * }</pre>
 */
public sealed interface CaseOutcome {
  /** Notes that are kept of a case; of more there is the count. */
  int MOST_NOTES = 4;

  /** {@return in one word, as output has it} */
  String word();

  /** {@return exchanges that it was about} */
  long seen();

  /** {@return things that were wrong, or places where it cannot be told} */
  default long count() {
    return 0;
  }

  /** {@return the first of them} */
  default List<Note> notes() {
    return List.of();
  }

  /**
   * It held wherever it was seen.
   *
   * @param seen exchanges that it was about
   * @param first where the first of them is
   */
  record Pass(long seen, CaptureLocation first) implements CaseOutcome {
    @Override
    public String word() {
      return "PASS";
    }
  }

  /**
   * It did not hold.
   *
   * @param seen exchanges that it was about
   * @param count things that were wrong
   * @param notes the first of them
   */
  record Fail(long seen, long count, List<Note> notes) implements CaseOutcome {
    @Override
    public String word() {
      return "FAIL";
    }
  }

  /**
   * Packets are missing, or were sent again, so that it cannot be told everywhere; where it can, it
   * held.
   *
   * @param seen exchanges that it was about
   * @param count places where it cannot be told
   * @param notes the first of them
   */
  record Warn(long seen, long count, List<Note> notes) implements CaseOutcome {
    @Override
    public String word() {
      return "WARN";
    }
  }

  /** The capture has nothing that it is about. */
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
