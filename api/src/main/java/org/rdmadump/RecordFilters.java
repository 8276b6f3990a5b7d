package org.rdmadump;

import java.util.Objects;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Expressions as conditions, for one thread each. */
final class RecordFilters {
  private static final String EXPRESSION = "a filter expression";

  private RecordFilters() {}

  static Predicate<RpcMessage> ofMessages(String expression) {
    return Filter.predicate(
        Objects.requireNonNull(expression, EXPRESSION), MessageFields.registry());
  }

  static Predicate<RpcExchange> ofExchanges(String expression) {
    return Filter.predicate(
        Objects.requireNonNull(expression, EXPRESSION), ExchangeFields.registry());
  }
}
