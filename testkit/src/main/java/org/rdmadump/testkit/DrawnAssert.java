package org.rdmadump.testkit;

import java.util.Optional;
import org.assertj.core.api.AbstractAssert;
import org.rdmadump.analysis.conformance.Violation;

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
      throw new AssertionError("expected something to make assertions about but there is null");
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
      fail("expected " + expected + " but there is " + found);
    }
    return myself;
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
