package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.analysis.filter.RecordFilter;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Which records a run is about: those that every {@code -Y} and {@code -m} chooses, between {@code
 * --start} and {@code --end}.
 *
 * @param messages of messages; empty for all
 * @param exchanges of exchanges; empty for all
 * @param calls with a reply, its call too
 * @param replies with a call, its reply too
 * @param expectsMatch whether choosing nothing is a failure
 */
record Choice(
    Optional<Filter<RpcMessage>> messages,
    Optional<Filter<RpcExchange>> exchanges,
    boolean calls,
    boolean replies,
    boolean expectsMatch) {
  /** All records. */
  static final Choice EVERYTHING =
      new Choice(Optional.empty(), Optional.empty(), false, false, false);

  /**
   * Reads it from a command line.
   *
   * @param exchanges whether records are exchanges
   * @throws UsageException if an expression is wrong, or an option says nothing without one
   */
  static Choice of(Arguments arguments, boolean exchanges) throws UsageException {
    List<String> expressions = new ArrayList<>(arguments.values(CommandOption.FILTER));
    expressions.addAll(arguments.values(CommandOption.FILTER_TOO));
    boolean calls = arguments.has(CommandOption.CALL);
    boolean replies = arguments.has(CommandOption.REPLY);
    boolean expectsMatch = arguments.has(CommandOption.EXPECT_MATCH);
    if (arguments.has(CommandOption.START) || arguments.has(CommandOption.END)) {
      FieldRegistry<RpcMessage> fields = MessageFields.registry();
      limit(arguments, CommandOption.START, ">=", "last_frame", fields, expressions);
      limit(arguments, CommandOption.END, "<=", "last_frame", fields, expressions);
    }
    if (expressions.isEmpty()) {
      if (calls || replies || expectsMatch) {
        CommandOption alone =
            calls ? CommandOption.CALL : replies ? CommandOption.REPLY : CommandOption.EXPECT_MATCH;
        throw new UsageException(alone.display() + " needs a filter, -Y EXPR");
      }
      return EVERYTHING;
    }
    if (exchanges) {
      return new Choice(
          Optional.empty(),
          Optional.of(all(expressions, ExchangeFields.registry())),
          false,
          false,
          expectsMatch);
    }
    return new Choice(
        Optional.of(all(expressions, MessageFields.registry())),
        Optional.empty(),
        calls,
        replies,
        expectsMatch);
  }

  /** {@return the partners of what is chosen} */
  RecordFilter.Partners partners() {
    return new RecordFilter.Partners(calls, replies);
  }

  /** {@return what every expression chooses} */
  static <R> Filter<R> all(List<String> expressions, FieldRegistry<R> fields)
      throws UsageException {
    Optional<Filter<R>> all = Optional.empty();
    for (String expression : expressions) {
      try {
        Filter<R> filter = Filter.of(expression, fields);
        all = Optional.of(all.isPresent() ? all.get().and(filter) : filter);
      } catch (FilterException e) {
        throw new UsageException("filter: " + e.reason(), e.shown());
      }
    }
    return all.orElseThrow();
  }

  /** Adds what {@code --start} or {@code --end} says to expressions. */
  static <R> void limit(
      Arguments arguments,
      CommandOption option,
      String sign,
      String frameField,
      FieldRegistry<R> fields,
      List<String> expressions)
      throws UsageException {
    Optional<String> value = arguments.value(option);
    if (value.isEmpty()) {
      return;
    }
    boolean frame = !value.get().isEmpty();
    for (int i = 0; i < value.get().length(); i++) {
      frame &= value.get().charAt(i) >= '0' && value.get().charAt(i) <= '9';
    }
    String expression = (frame ? frameField + " " : "time ") + sign + " \"" + value.get() + "\"";
    try {
      Filter<R> unused = Filter.of(expression, fields);
    } catch (FilterException e) {
      throw new UsageException(
          option.display()
              + " "
              + value.get()
              + ": not a frame number, or a time such as 2026-11-20T23:26:26Z");
    }
    expressions.add(expression);
  }
}
