package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.analysis.frame.FrameFields;

/**
 * What {@code -Y}, {@code -m}, {@code --start} and {@code --end} choose, of any kind of record: all
 * of them must hold.
 */
final class Filters {
  private static final String FRAMES = "frames";
  private static final String EXCHANGES = "exchanges";

  /** Seconds with fewer digits than these are of the years before 1973. */
  private static final int FEW_DIGITS = 9;

  /** Before a time that counts from the first frame. */
  private static final String SINCE_FIRST = "+";

  private Filters() {}

  /**
   * Makes them one filter; there is one at least.
   *
   * @param frameField what {@code --start} and {@code --end} compare a number with
   * @throws UsageException if an expression is wrong
   */
  static <R> Filter<R> of(Arguments arguments, String frameField, FieldRegistry<R> fields)
      throws UsageException {
    List<String> expressions = new ArrayList<>(arguments.values(CommandOption.FILTER));
    expressions.addAll(arguments.values(CommandOption.FILTER_TOO));
    List<Filter<R>> filters = new ArrayList<>();
    for (String expression : expressions) {
      if (expression.isBlank()) {
        throw new UsageException("filter: an empty expression; without -Y all is chosen");
      }
      filters.add(filter(expression, fields, arguments.verb()));
    }
    limit(arguments, CommandOption.START, frameField, fields, filters);
    limit(arguments, CommandOption.END, frameField, fields, filters);
    Filter<R> all = filters.get(0);
    for (int i = 1; i < filters.size(); i++) {
      all = all.and(filters.get(i));
    }
    return all;
  }

  private static <R> Filter<R> filter(String expression, FieldRegistry<R> fields, Verb verb)
      throws UsageException {
    try {
      return Filter.of(expression, fields);
    } catch (FilterException e) {
      FilterException told = told(expression, fields, e);
      throw new UsageException("filter: " + reason(told, verb), told.shown());
    }
  }

  /** {@return why a field that is asked for by name is none} */
  static String unknown(String name, FieldRegistry<?> fields, Verb verb) {
    try {
      Filter<?> unused = Filter.of(name, fields);
      return "no field";
    } catch (FilterException e) {
      return reason(told(name, fields, e), verb);
    }
  }

  /** What is wrong, told by somebody who knows the fields of all kinds of records. */
  private static FilterException told(
      String expression, FieldRegistry<?> fields, FilterException wrong) {
    List<FieldRegistry<?>> others =
        List.of(MessageFields.registry(), ExchangeFields.registry(), FrameFields.registry());
    try {
      Filter<?> unused = Filter.of(expression, fields, others);
      return wrong;
    } catch (FilterException e) {
      return e;
    }
  }

  private static String reason(FilterException wrong, Verb verb) {
    Optional<String> record = wrong.record();
    return wrong.reason() + (record.isPresent() ? advice(record.get(), verb) : "");
  }

  /** How to ask records of another kind. */
  private static String advice(String records, Verb verb) {
    String option =
        switch (records) {
          case FRAMES -> CommandOption.FRAMES.display();
          case EXCHANGES -> CommandOption.EXCHANGES.display();
          default -> "";
        };
    if (option.isEmpty()) {
      return " (leave " + CommandOption.FRAMES.display() + " out)";
    }
    return verb == Verb.DUMP ? " (add " + option + ")" : " (rdmadump " + option + " has those)";
  }

  /** {@return whether what {@code --start} or {@code --end} says, if anything, is no frame} */
  static boolean isTime(Optional<String> value) {
    if (value.isEmpty()) {
      return false;
    }
    return value.get().isEmpty() || !areDigits(value.get());
  }

  /** Whether a value is of seconds since 1970, and so few that it is not meant so. */
  private static boolean isEarly(String value) {
    int point = value.indexOf('.');
    return point >= 0
        && point < FEW_DIGITS
        && areDigits(value.substring(0, point))
        && areDigits(value.substring(point + 1));
  }

  private static boolean areDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /** Adds what {@code --start} or {@code --end} says. */
  private static <R> void limit(
      Arguments arguments,
      CommandOption option,
      String frameField,
      FieldRegistry<R> fields,
      List<Filter<R>> filters)
      throws UsageException {
    Optional<String> value = arguments.value(option);
    if (value.isEmpty()) {
      return;
    }
    if (isEarly(value.get())) {
      throw new UsageException(
          option.display()
              + " "
              + value.get()
              + ": seconds since 1970; those since the first frame are +"
              + value.get());
    }
    String expression = limit(option, value.get(), frameField);
    try {
      filters.add(Filter.of(expression, fields));
    } catch (FilterException e) {
      throw notUnderstood(option, value.get());
    }
  }

  private static UsageException notUnderstood(CommandOption option, String value) {
    return new UsageException(
        option.display()
            + " "
            + value
            + ": not a frame number, a time such as 2026-11-20T23:26:26Z, or seconds since the"
            + " first frame such as +1.5");
  }

  /** Whether a number begins here, without a sign: times before the first frame there are none. */
  private static boolean isUnsigned(String since) {
    return !since.isEmpty() && (since.charAt(0) == '.' || areDigits(since.substring(0, 1)));
  }

  /** {@return what {@code --start} or {@code --end} says as an expression} */
  private static String limit(CommandOption option, String value, String frameField)
      throws UsageException {
    String sign = option == CommandOption.START ? ">=" : "<=";
    if (value.startsWith(SINCE_FIRST)) {
      String since = value.substring(1);
      if (!isUnsigned(since)) {
        throw notUnderstood(option, value);
      }
      boolean bare = areDigits(since.substring(since.length() - 1));
      return "time_relative " + sign + " \"" + since + (bare ? "s" : "") + "\"";
    }
    return (isTime(Optional.of(value)) ? "time" : frameField) + " " + sign + " \"" + value + "\"";
  }
}
