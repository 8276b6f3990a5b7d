package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import org.rdmadump.analysis.conformance.Violation;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;

/** An assertion whose failure shows what it is about, as {@code rdmadump --tree} draws it. */
abstract class DrawnAssert<S extends DrawnAssert<S, A>, A> extends AbstractAssert<S, A> {
  DrawnAssert(A actual, Class<S> type) {
    super(actual, type);
  }

  /** What is shown below a failure; empty for nothing. */
  abstract String drawing();

  /** What it is about; fails if that is null. */
  final A given() {
    if (actual == null) {
      throw failure("expected something to make assertions about but there is null");
    }
    return actual;
  }

  /** In words; those of AssertJ begin with an empty line. */
  @Override
  public final S isNotNull() {
    A unused = given();
    return myself;
  }

  /** Fails unless a condition holds. */
  final S check(boolean holds, String expected, Object found) {
    isNotNull();
    if (!holds) {
      fail("expected " + expected + " but there is " + text(found));
    }
    return myself;
  }

  /** What was found, without the Optional that it may be in. */
  private static Object text(Object found) {
    if (found instanceof OptionalInt number) {
      return number.isPresent() ? number.getAsInt() : "none";
    }
    return found instanceof Optional<?> optional && optional.isPresent()
        ? optional.get()
        : found.equals(Optional.empty()) ? "none" : found;
  }

  /** Fails unless there are so many of something. */
  final S hasCount(long found, long expected, String what) {
    return check(found == expected, Counted.of(expected, what), found);
  }

  /**
   * Fails unless some numbers are these, in their order.
   *
   * @param what in words, {@code %s} in place of the numbers
   */
  final S hasNumbers(Stream<Long> numbers, long[] expected, String what) {
    List<Long> found = numbers.toList();
    List<Long> wanted = LongStream.of(expected).boxed().toList();
    return check(found.equals(wanted), what.replace("%s", wanted.toString()), found);
  }

  /** Fails unless none of some findings is of that severity or above. */
  final S hasNone(List<Finding> findings, Severity from) {
    List<Finding> found =
        findings.stream().filter(each -> each.rule().severity().compareTo(from) >= 0).toList();
    String what = Counted.of(found.size(), "finding");
    return check(
        found.isEmpty(), "no finding", what + "\n" + FindingTexts.of(found).stripTrailing());
  }

  /** Fails if a check found something. */
  final S verify(Optional<Violation> wrong) {
    isNotNull();
    wrong.ifPresent(it -> fail(it.message()));
    return myself;
  }

  /** Fails, and shows it. */
  final void fail(String message) {
    String drawing = drawing();
    failWithMessage("%s", drawing.isEmpty() ? message : message + "\n\n" + drawing);
  }
}
