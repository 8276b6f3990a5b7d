package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * What a check expected and did not find.
 *
 * <pre>{@code
 * ExchangeChecks.echoedChunks(exchange).ifPresent(it -> fail(it.message()));
 * }</pre>
 *
 * @param expected in words, such as {@code 1 Write chunk in the reply}
 * @param found what there was in place of it
 * @param segment the segment that it is about, if it is about one
 */
public record Violation(String expected, String found, Optional<ChunkSegment> segment) {
  /** {@return one that is about no segment} */
  static Optional<Violation> of(String expected, Object found) {
    return Optional.of(new Violation(expected, String.valueOf(found), Optional.empty()));
  }

  /** {@return one that is about a segment} */
  static Optional<Violation> of(ChunkSegment segment, String expected, Object found) {
    return Optional.of(new Violation(expected, String.valueOf(found), Optional.of(segment)));
  }

  /** {@return one, unless a condition holds} */
  static Optional<Violation> unless(boolean holds, String expected, Object found) {
    return holds ? Optional.empty() : of(expected, found);
  }

  /** {@return what is wrong first with each of several, if anything} */
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

  /** {@return both parts as a sentence: {@code expected ... but there is ...}} */
  public String message() {
    return "expected " + expected + " but there is " + found;
  }
}
