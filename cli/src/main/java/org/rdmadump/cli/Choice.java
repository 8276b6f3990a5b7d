package org.rdmadump.cli;

import java.util.Optional;
import java.util.function.Supplier;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.RecordFilter;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Which records a run is about: those that every {@code -Y} and {@code -m} chooses, between {@code
 * --start} and {@code --end}.
 *
 * @param messages of messages; empty for all
 * @param exchanges of exchanges; empty for all
 * @param nvme of NVMe commands; empty for all
 * @param connections of connections without RPC, if exchanges are chosen by their connections
 * @param calls with a reply, its call too
 * @param replies with a call, its reply too
 * @param expectation what they are to choose
 */
record Choice(
    Optional<Filter<RpcMessage>> messages,
    Optional<Filter<RpcExchange>> exchanges,
    Optional<Filter<NvmeExchange>> nvme,
    Optional<Filter<NumberedConnection>> connections,
    boolean calls,
    boolean replies,
    Expectation expectation) {
  /** All records. */
  static final Choice EVERYTHING =
      new Choice(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          /* calls= */ false,
          /* replies= */ false,
          Expectation.ANYTHING);

  /** What numbers of frames are compared with. */
  private static final String SEND_FRAME = "send_frame";

  /** The same of NVMe commands. */
  private static final String FIRST_FRAME = "first_frame";

  /**
   * Reads it from a command line.
   *
   * @param exchanges whether records are exchanges
   * @throws CommandFailure if an expression is wrong, or an option says nothing without one
   */
  static Choice of(Arguments arguments, boolean exchanges) throws CommandFailure {
    boolean calls = arguments.has(CommandOption.CALL);
    boolean replies = arguments.has(CommandOption.REPLY);
    Expectation expectation = Expectation.of(arguments);
    if (!arguments.haveFilter()) {
      if (calls || replies) {
        CommandOption alone = calls ? CommandOption.CALL : CommandOption.REPLY;
        throw CommandFailure.usage(alone.display() + " needs a filter, -Y EXPR");
      }
      return EVERYTHING;
    }
    KnownConnections known = arguments.connections();
    return exchanges
        ? new Choice(
            Optional.empty(),
            Optional.of(Filters.of(arguments, SEND_FRAME, RecordFields.ofExchanges(known))),
            nvme(arguments, ExchangeFields::registry),
            connections(arguments),
            /* calls= */ false,
            /* replies= */ false,
            expectation)
        : new Choice(
            Optional.of(Filters.of(arguments, SEND_FRAME, RecordFields.ofMessages(known))),
            Optional.empty(),
            nvme(arguments, MessageFields::registry),
            Optional.empty(),
            calls,
            replies,
            expectation);
  }

  /**
   * The filter of NVMe commands, which most captures have none of. That of RPC records already
   * accepted the expressions, and shared fields have the same types.
   */
  private static Optional<Filter<NvmeExchange>> nvme(
      Arguments arguments, Supplier<FieldRegistry<?>> others) {
    return Optional.of(
        Filter.deferred(
            () ->
                Filters.known(
                    arguments, FIRST_FRAME, RecordFields.ofNvme(arguments.connections(), others))));
  }

  /** The filter of connections without RPC, likewise, if the expressions ask for connections. */
  private static Optional<Filter<NumberedConnection>> connections(Arguments arguments) {
    KnownConnections known = arguments.connections();
    return known.isAsked()
        ? Optional.of(
            Filters.known(arguments, "connection.first_frame", RecordFields.ofConnections(known)))
        : Optional.empty();
  }

  /** {@return whether it is about a connection without RPC} */
  boolean chooses(NumberedConnection connection) {
    return connections.isPresent() ? connections.get().matches(connection) : !isFiltered();
  }

  /** {@return whether a filter chooses messages or exchanges} */
  boolean isFiltered() {
    return messages.isPresent() || exchanges.isPresent();
  }

  /** Says so if a filter chose none of the calls. */
  void sayIfNone(long chosen, Environment environment) {
    if (isFiltered() && chosen == 0) {
      environment.say("no call with its reply matches -Y, -m, --start and --end");
    }
  }

  /** {@return the same without the partners of what is chosen} */
  Choice withoutPartners() {
    return new Choice(
        messages,
        exchanges,
        nvme,
        connections,
        /* calls= */ false,
        /* replies= */ false,
        expectation);
  }

  /** {@return the partners of what is chosen} */
  RecordFilter.Partners partners() {
    return new RecordFilter.Partners(calls, replies);
  }

  /**
   * {@return the status of a run that would end with {@code status}, were it not for the filter}
   *
   * @param chosen records that it chose
   */
  int status(int status, long chosen) {
    return expectation.status(status, chosen > 0);
  }
}
