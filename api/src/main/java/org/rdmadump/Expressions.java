package org.rdmadump;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.stats.ConnectionFields;

/** Expressions that are part of a program, as predicates; what is wrong with them, in its words. */
final class Expressions {
  private Expressions() {}

  /**
   * {@return an expression as a predicate, which threads may share}
   *
   * @param fields makes the fields of the records, for each thread
   * @throws IllegalArgumentException if it is wrong; the message shows where
   */
  static <R> Predicate<R> predicate(String expression, Supplier<FieldRegistry<R>> fields) {
    Objects.requireNonNull(expression, "a filter expression");
    try {
      return Filter.predicate(expression, fields);
    } catch (IllegalArgumentException e) {
      if (!(e.getCause() instanceof FilterException known)) {
        throw e;
      }
      FilterException wrong = wrong(expression, fields.get(), known);
      String line = System.lineSeparator();
      throw new IllegalArgumentException(
          reason(wrong) + line + String.join(line, wrong.shown()), wrong);
    }
  }

  /** {@return why there is no field of that name} */
  static String unknown(String name, FieldRegistry<?> fields) {
    try {
      Filter<?> unused = Filter.of(name, fields);
      return "no field " + name;
    } catch (FilterException e) {
      return reason(wrong(name, fields, e));
    }
  }

  /** The same error, which names another kind of record if that has the field. */
  private static FilterException wrong(
      String expression, FieldRegistry<?> fields, FilterException known) {
    List<FieldRegistry<?>> others =
        List.of(
            MessageFields.registry(),
            ExchangeFields.registry(),
            NvmeFields.registry(),
            FrameFields.registry(),
            ConnectionFields.registry(),
            FindingFields.registry());
    try {
      Filter<?> unused = Filter.of(expression, fields, others);
      return known;
    } catch (FilterException e) {
      return e;
    }
  }

  private static String reason(FilterException wrong) {
    String advice =
        switch (wrong.record().orElse("")) {
          case "connections" ->
              " (match, matchAll and matchAllExchanges of a capture know the connections of its"
                  + " records; otherwise ask its connection(index))";
          case "frames" -> " (showFrames of a capture has those)";
          case "exchanges" -> " (matchAllExchanges of a capture has those)";
          case "findings" -> " (findings of a capture has those)";
          default -> "";
        };
    return wrong.reason() + advice;
  }
}
