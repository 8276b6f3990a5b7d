package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * A violation of a check: what it expected and what it found.
 *
 * <pre>{@code
 * ExchangeChecks.echoedChunks(exchange).ifPresent(it -> fail(it.message()));
 * }</pre>
 *
 * @param expected what the check expected, such as {@code 1 Write chunk in the reply}
 * @param found what the capture has instead
 * @param segment the segment concerned, if any
 */
public record Violation(String expected, String found, Optional<ChunkSegment> segment) {
  /** {@return a violation without a segment} */
  static Optional<Violation> of(String expected, Object found) {
    return Optional.of(new Violation(expected, String.valueOf(found), Optional.empty()));
  }

  /** {@return a violation of a segment} */
  static Optional<Violation> of(ChunkSegment segment, String expected, Object found) {
    return Optional.of(new Violation(expected, String.valueOf(found), Optional.of(segment)));
  }

  /** {@return a violation, unless a condition holds} */
  static Optional<Violation> unless(boolean holds, String expected, Object found) {
    return holds ? Optional.empty() : of(expected, found);
  }

  /** {@return the first violation among several items, if any} */
  static <T> Optional<Violation> first(
      Iterable<? extends T> all, Function<? super T, Optional<Violation>> check) {
    for (T each : all) {
      Optional<Violation> wrong = check.apply(each);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  /** {@return the violation as a sentence: {@code expected ... but there is ...}} */
  public String message() {
    return "expected " + expected + " but there is " + found;
  }
}
