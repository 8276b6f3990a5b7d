package org.rdmadump.testkit;

import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * What came of an assertion that does not hold.
 *
 * @param method name of the assertion
 * @param words what is to be in the failure's message
 * @param thrown what was thrown, with the assertion among the methods; empty if nothing was
 */
record Failure(String method, String words, Optional<Throwable> thrown) {
  /** Makes an assertion that is to fail, at once: what it is about may be closed afterwards. */
  static Failure of(String method, String words, ThrowingCallable assertion) {
    // AssertJ takes the classes of assertions out of stack traces unless told otherwise.
    Assertions.setRemoveAssertJRelatedElementsFromStackTrace(false);
    try {
      return new Failure(method, words, Optional.ofNullable(Assertions.catchThrowable(assertion)));
    } finally {
      Assertions.setRemoveAssertJRelatedElementsFromStackTrace(true);
    }
  }
}
