package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.check.AllFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.analysis.filter.TimeValue;
import org.rdmadump.analysis.stats.ConnectionFields;

/**
 * What {@code -Y}, {@code -m}, {@code --start} and {@code --end} choose, of any kind of record: all
 * of them must hold.
 */
final class Filters {
  private static final String FRAMES = "frames";
  private static final String EXCHANGES = "exchanges";
  private static final String CONNECTIONS = "connections";
  private static final String FINDINGS = "findings";

  private static final String DIGITS = "[0-9]+";

  /** A time before 1970, or before the first frame. */
  private static final String NEGATIVE = "-\\s*[0-9.].*";

  /** Seconds since 1970 with so few digits are of the years before 1973, and not meant so. */
  private static final String EARLY = "[0-9]{0,8}\\.[0-9]*";

  /** A number without a sign: there are no times before the first frame. */
  private static final String UNSIGNED = "(?s)[.0-9].*";

  private static final String WITHOUT_UNIT = "(?s).*[0-9]";

  /** Before a time that counts from the first frame. */
  static final String SINCE_FIRST = "+";

  private Filters() {}

  /**
   * Makes them one filter; there is one at least.
   *
   * @param frameField what {@code --start} and {@code --end} compare a number with
   * @throws CommandFailure if an expression is wrong
   */
  static <R> Filter<R> of(Arguments arguments, String frameField, FieldRegistry<R> fields)
      throws CommandFailure {
    List<String> expressions = new ArrayList<>(arguments.values(CommandOption.FILTER));
    expressions.addAll(arguments.values(CommandOption.FILTER_TOO));
    List<Filter<R>> filters = new ArrayList<>();
    for (String expression : expressions) {
      if (expression.isBlank()) {
        throw CommandFailure.usage("empty filter; leave out -Y to select everything");
      }
      filters.add(filter(expression, fields, arguments));
    }
    limit(arguments, CommandOption.START, frameField, fields, filters);
    limit(arguments, CommandOption.END, frameField, fields, filters);
    refuseReversed(arguments);
    Filter<R> all = filters.get(0);
    for (int i = 1; i < filters.size(); i++) {
      all = all.and(filters.get(i));
    }
    return all;
  }

  /** {@return the same of expressions that were accepted for another kind of record} */
  static <R> Filter<R> known(Arguments arguments, String frameField, FieldRegistry<R> fields) {
    try {
      return of(arguments, frameField, fields);
    } catch (CommandFailure e) {
      throw new IllegalStateException("the filter is wrong for " + fields.record(), e);
    }
  }

  private static <R> Filter<R> filter(
      String expression, FieldRegistry<R> fields, Arguments arguments) throws CommandFailure {
    try {
      Filter<R> filter = Filter.of(expression, fields, new AllFields(), arguments.hints());
      arguments.data().ask(filter);
      return filter;
    } catch (FilterException e) {
      throw CommandFailure.usage("filter: " + reason(e, fields, arguments.verb()), e.shown());
    }
  }

  /** {@return why a field that is asked for by name is none} */
  static String unknown(String name, FieldRegistry<?> fields, Verb verb) {
    try {
      Filter<?> unused = Filter.of(name, fields, new AllFields());
      return "no field";
    } catch (FilterException e) {
      return reason(e, fields, verb);
    }
  }

  private static String reason(FilterException wrong, FieldRegistry<?> asked, Verb verb) {
    if (wrong.record().isEmpty()) {
      return wrong.reason();
    }
    String wanted = wrong.record().get();
    String advice = advice(wanted, asked.record(), verb);
    // A capture without RPC has no messages, but may have connections with such a field.
    boolean isAlsoOfConnections =
        !wanted.equals(CONNECTIONS)
            && verb == Verb.DUMP
            && wrong.field().flatMap(ConnectionFields.registry()::find).isPresent();
    return wrong.reason(
        isAlsoOfConnections
            ? advice + "; for connections without RPC " + advice(CONNECTIONS, asked.record(), verb)
            : advice);
  }

  /**
   * {@return how to ask records of another kind}
   *
   * @param wanted their kind
   * @param asked that of those that were asked
   */
  private static String advice(String wanted, String asked, Verb verb) {
    if (wanted.equals(FINDINGS)) {
      return "rdmadump check has those";
    }
    Optional<CommandOption> option = option(wanted);
    Optional<CommandOption> instead = option(asked);
    if (verb != Verb.DUMP && verb != Verb.LIVE) {
      return "rdmadump " + option.map(CommandOption::display).orElse("dump") + " has those";
    }
    if (instead.isEmpty()) {
      return option.map(add -> "add " + add.display()).orElse("it is of other records");
    }
    return option.isEmpty()
        ? "leave " + instead.get().display() + " out"
        : "use " + option.get().display() + " instead";
  }

  /** {@return what records of a kind are printed by; empty for messages and NVMe commands} */
  private static Optional<CommandOption> option(String records) {
    return switch (records) {
      case FRAMES -> Optional.of(CommandOption.FRAMES);
      case EXCHANGES -> Optional.of(CommandOption.EXCHANGES);
      case CONNECTIONS -> Optional.of(CommandOption.CONNECTIONS);
      default -> Optional.empty();
    };
  }

  /** {@return whether what {@code --start} or {@code --end} says, if anything, is no frame} */
  static boolean isTime(Optional<String> value) {
    return value.isPresent() && !value.get().matches(DIGITS);
  }

  /** Refuses a time window, or one of frames, that ends before it begins. */
  private static void refuseReversed(Arguments arguments) throws CommandFailure {
    String start = arguments.value(CommandOption.START).orElse("");
    String end = arguments.value(CommandOption.END).orElse("");
    boolean isRelative = start.startsWith(SINCE_FIRST);
    boolean isTime = isTime(Optional.of(start));
    if (start.isEmpty()
        || end.isEmpty()
        || isRelative != end.startsWith(SINCE_FIRST)
        || isTime != isTime(Optional.of(end))) {
      return;
    }
    OptionalLong from = isTime ? nanos(start) : OptionalLong.of(Arguments.decimal(start));
    OptionalLong to = isTime ? nanos(end) : OptionalLong.of(Arguments.decimal(end));
    if (from.isPresent() && to.isPresent() && from.getAsLong() > to.getAsLong()) {
      throw CommandFailure.usage("--start " + start + " is behind --end " + end);
    }
  }

  /** {@return what a time counts from 1970, or from the first frame; empty if it is none} */
  static OptionalLong nanos(String time) {
    return time.startsWith(SINCE_FIRST)
        ? TimeValue.sinceFirst(time.substring(1))
        : TimeValue.sinceEpoch(time);
  }

  /** Adds what {@code --start} or {@code --end} says. */
  private static <R> void limit(
      Arguments arguments,
      CommandOption option,
      String frameField,
      FieldRegistry<R> fields,
      List<Filter<R>> filters)
      throws CommandFailure {
    Optional<String> value = arguments.value(option);
    if (value.isEmpty()) {
      return;
    }
    if (value.get().matches(EARLY)) {
      throw CommandFailure.usage(
          option.display()
              + " "
              + value.get()
              + ": seconds since 1970; those since the first frame are +"
              + value.get());
    }
    if (value.get().matches(NEGATIVE)) {
      throw CommandFailure.usage(
          option.display() + " " + value.get() + ": there is nothing before the first frame");
    }
    String expression = limit(option, value.get(), frameField);
    try {
      filters.add(Filter.of(expression, fields));
    } catch (FilterException e) {
      throw notUnderstood(option, value.get());
    }
  }

  private static CommandFailure notUnderstood(CommandOption option, String value) {
    return CommandFailure.usage(
        option.display()
            + " "
            + value
            + ": not a frame number, a time such as 2026-11-20T23:26:26Z, or seconds since the"
            + " first frame such as +1.5");
  }

  /** {@return what {@code --start} or {@code --end} says as an expression} */
  private static String limit(CommandOption option, String value, String frameField)
      throws CommandFailure {
    String sign = option == CommandOption.START ? ">=" : "<=";
    if (value.startsWith(SINCE_FIRST)) {
      String since = value.substring(1);
      if (!since.matches(UNSIGNED)) {
        throw notUnderstood(option, value);
      }
      String unit = since.matches(WITHOUT_UNIT) ? "s" : "";
      return "time_relative " + sign + " \"" + since + unit + "\"";
    }
    return (isTime(Optional.of(value)) ? "time" : frameField) + " " + sign + " \"" + value + "\"";
  }
}
