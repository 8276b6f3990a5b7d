package org.rdmadump.testkit;

import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.check.AllFields;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.RpcExchange;

/** Expressions about exchanges whose capture is not at hand. */
final class BareExchanges {
  private BareExchanges() {}

  /**
   * {@return an expression as a condition} It throws {@link IllegalStateException} if it asks for
   * data that RDMA moved, and the capture of the exchange kept no bytes.
   *
   * @throws IllegalArgumentException if it is wrong, or asks for fields {@code connection.*}
   */
  static Predicate<RpcExchange> condition(String expression) {
    Predicate<RpcExchange> condition = RdmaCapture.exchangeFilter(expression);
    if (!needsData(expression)) {
      return condition;
    }
    return exchange -> {
      if (lacksBytes(exchange)) {
        throw new IllegalStateException(
            "the expression asks for what is in data that RDMA moves, and the capture keeps no"
                + " bytes: open it with keepBytes(true)");
      }
      return condition.test(exchange);
    };
  }

  private static boolean needsData(String expression) {
    try {
      return Filter.of(expression, ExchangeFields.registry(), new AllFields()).needsData();
    } catch (FilterException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static boolean lacksBytes(RpcExchange exchange) {
    return Stream.of(exchange.call(), exchange.reply())
        .flatMap(message -> message.stream())
        .flatMap(message -> message.stream().holes().stream())
        .anyMatch(hole -> hole.why() == Absence.NOT_KEPT);
  }
}
