package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * Assertions about a set of exchanges.
 *
 * <pre>{@code
 * assertThat(Exchanges.of(capture).operation("WRITE"))
 *     .isNotEmpty()
 *     .allMatch("call.nfs.stable == FILE_SYNC4")
 *     .allSatisfy(write -> write.isComplete());
 * }</pre>
 */
public final class ExchangesAssert extends DrawnAssert<ExchangesAssert, Exchanges> {
  /** Exchanges that a failure shows. */
  private static final int SHOWN = 3;

  ExchangesAssert(Exchanges actual) {
    super(actual, ExchangesAssert.class);
  }

  @Override
  String drawing() {
    return drawing(given());
  }

  private static String drawing(Exchanges some) {
    List<String> drawn = new ArrayList<>();
    some.first(SHOWN).forEach(each -> drawn.add(Drawing.of(each)));
    return String.join("\n", drawn);
  }

  /** Verifies the number of exchanges. */
  public ExchangesAssert hasSize(long count) {
    long found = given().count();
    return check(
        found == count,
        Counted.of(count, "exchange") + " of " + actual,
        found == 0 ? "0" + given().hint() : found);
  }

  /** Verifies that the set is empty. */
  public ExchangesAssert isEmpty() {
    return hasSize(0);
  }

  /** Verifies that the set is not empty. */
  public ExchangesAssert isNotEmpty() {
    return check(!given().isEmpty(), "an exchange of " + actual, "none" + given().hint());
  }

  /**
   * Verifies that the set is not empty and all exchanges match an expression, as in {@link
   * Exchanges#matching(String)}.
   */
  public ExchangesAssert allMatch(String expression) {
    return isNotEmpty()
        .none(given().notMatching(expression), "that " + expression + " holds for all");
  }

  /** Verifies that the set is not empty and no exchange matches an expression. */
  public ExchangesAssert noneMatch(String expression) {
    return isNotEmpty()
        .none(given().matching(expression), "that " + expression + " holds for none");
  }

  private ExchangesAssert none(Exchanges wrong, String expected) {
    long count = wrong.count();
    if (count > 0) {
      failWithMessage(
          "%s",
          "expected "
              + expected
              + " of "
              + actual
              + " but there "
              + (count == 1 ? "is 1" : "are " + count)
              + " for which it is otherwise\n\n"
              + drawing(wrong));
    }
    return this;
  }

  /** Verifies that the set is not empty and assertions hold for each exchange. */
  public ExchangesAssert allSatisfy(Consumer<ExchangeAssert> assertions) {
    isNotEmpty();
    try (Stream<RpcExchange> all = given().stream()) {
      Iterator<RpcExchange> each = all.iterator();
      while (each.hasNext()) {
        assertions.accept(new ExchangeAssert(each.next(), given()::condition));
      }
    }
    return this;
  }
}
