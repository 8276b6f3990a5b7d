package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.stats.ConnectionFields;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.WithoutRpc;

/**
 * Which connections without RPC are printed, and what of them.
 *
 * @param filter chooses connections; empty for all
 * @param expectation what the filter is to choose
 * @param columns fields that are printed in place of whole records
 */
record ConnectionChoice(
    Optional<Filter<NumberedConnection>> filter,
    Expectation expectation,
    List<Field<NumberedConnection>> columns) {
  private static final List<String> USUAL =
      List.of(
          "connection",
          "connection.transport",
          "connection.client",
          "connection.server",
          "connection.service_port",
          "connection.protocol",
          "connection.operations",
          "connection.bytes",
          "connection.traffic.client.retransmitted",
          "connection.traffic.server.retransmitted",
          "connection.ended.how");

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or contradicts another
   */
  static ConnectionChoice of(Arguments arguments, OutputFormat format) throws CommandFailure {
    CommandOption[] ofOthers = {
      CommandOption.FRAMES,
      CommandOption.LAYERS,
      CommandOption.EXCHANGES,
      CommandOption.TREE,
      CommandOption.CALL,
      CommandOption.REPLY,
      CommandOption.DIGEST,
      CommandOption.DATA,
      CommandOption.HEX,
      CommandOption.QUIET,
      CommandOption.FOLLOW
    };
    for (CommandOption other : ofOthers) {
      if (arguments.has(other)) {
        throw CommandFailure.usage(
            "--connections and " + other.display() + " contradict each other");
      }
    }
    Expectation expectation = Expectation.of(arguments);
    List<String> names = Columns.names(arguments, format);
    if (names.isEmpty() && format == OutputFormat.CSV) {
      names = USUAL;
    }
    return new ConnectionChoice(
        arguments.haveFilter()
            ? Optional.of(
                Filters.of(arguments, "connection.first_frame", ConnectionFields.registry()))
            : Optional.empty(),
        expectation,
        names.isEmpty()
            ? List.of()
            : Columns.fields(names, ConnectionFields.registry(), arguments));
  }

  /** {@return the connections that are chosen, {@code limit} at most} */
  WithoutRpc of(WithoutRpc found, long limit) {
    List<NumberedConnection> chosen = new ArrayList<>();
    for (NumberedConnection each : found.connections()) {
      if (chosen.size() < limit && (filter.isEmpty() || filter.get().matches(each))) {
        chosen.add(each);
      }
    }
    return new WithoutRpc(chosen, filter.isPresent() ? 0 : found.others());
  }
}
