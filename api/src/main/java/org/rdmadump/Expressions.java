package org.rdmadump;

import java.util.Objects;
import java.util.function.Supplier;
import org.rdmadump.analysis.check.AllFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;

/** Expressions that are part of a program, as filters; what is wrong with them, in its words. */
final class Expressions {
  private Expressions() {}

  /**
   * {@return an expression as a filter, which threads may share}
   *
   * @param fields makes the fields of the records, for each thread
   * @throws IllegalArgumentException if it is wrong; the message shows where
   */
  static <R> Filter<R> filter(String expression, Supplier<FieldRegistry<R>> fields) {
    Objects.requireNonNull(expression, "a filter expression");
    try {
      return Filter.shared(expression, fields, new AllFields());
    } catch (FilterException e) {
      String line = System.lineSeparator();
      throw new IllegalArgumentException(reason(e) + line + String.join(line, e.shown()), e);
    }
  }

  /** {@return why there is no field of that name} */
  static String unknown(String name, FieldRegistry<?> fields) {
    try {
      Filter<?> unused = Filter.of(name, fields, new AllFields());
      return "no field " + name;
    } catch (FilterException e) {
      return reason(e);
    }
  }

  private static String reason(FilterException wrong) {
    return switch (wrong.record().orElse("")) {
      case "connections" ->
          wrong.reason(
              "match, matchAll and matchAllExchanges of a capture know the connections of its"
                  + " records; otherwise ask its connection(index)");
      case "frames" -> wrong.reason("showFrames of a capture has those");
      case "exchanges" -> wrong.reason("matchAllExchanges of a capture has those");
      case "findings" -> wrong.reason("findings of a capture has those");
      default -> wrong.reason();
    };
  }
}
