package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.FieldRegistry;

/**
 * An expression that chooses records, such as {@code nfs.op == WRITE && rpc.latency_ns > 10ms}. It
 * is understood once; of a record, no more is decoded than the expression asks for.
 *
 * <p>For one thread.
 *
 * @param <R> the kind of record
 */
@SuppressWarnings("exports") // Field registries are made by our own modules.
public final class Filter<R> {
  private final Predicate<R> condition;

  private Filter(Predicate<R> condition) {
    this.condition = condition;
  }

  /**
   * {@return what an expression chooses}
   *
   * @param fields what it can ask
   * @throws FilterException if it is no expression, asks for a field that is not there, or compares
   *     one with what it never is
   */
  public static <R> Filter<R> of(String expression, FieldRegistry<R> fields)
      throws FilterException {
    return of(expression, fields, List.of());
  }

  /**
   * {@return what an expression chooses}
   *
   * @param fields what it can ask
   * @param others what other kinds of record could be asked, to say so if it does
   * @throws FilterException as {@link #of(String, FieldRegistry)}
   */
  public static <R> Filter<R> of(
      String expression, FieldRegistry<R> fields, List<FieldRegistry<?>> others)
      throws FilterException {
    return of(expression, fields, others, new FilterHints());
  }

  /**
   * {@return what an expression chooses}
   *
   * @param fields what it can ask
   * @param others what other kinds of record could be asked, to say so if it does
   * @param hints takes what the expression may be meant to say otherwise, now and while it chooses
   * @throws FilterException as {@link #of(String, FieldRegistry)}
   */
  public static <R> Filter<R> of(
      String expression, FieldRegistry<R> fields, List<FieldRegistry<?>> others, FilterHints hints)
      throws FilterException {
    Expression parsed = Parser.parse(expression);
    return new Filter<>(new Compiler(expression, others, hints).compile(parsed, fields));
  }

  /**
   * {@return what an expression chooses, for programs that have it written in them}
   *
   * @param fields what it can ask
   * @throws IllegalArgumentException as {@link #of(String, FieldRegistry)}; the message shows where
   */
  public static <R> Predicate<R> predicate(String expression, FieldRegistry<R> fields) {
    try {
      return of(expression, fields)::matches;
    } catch (FilterException e) {
      throw new IllegalArgumentException(
          e.reason() + System.lineSeparator() + String.join(System.lineSeparator(), e.shown()), e);
    }
  }

  /**
   * {@return what both choose}
   *
   * @param other another filter of such records
   */
  public Filter<R> and(Filter<R> other) {
    return new Filter<>(condition.and(other.condition));
  }

  /**
   * {@return whether a record is chosen}
   *
   * @throws CostlyPatternException if a pattern takes too long on a value of it
   */
  public boolean matches(R record) {
    return condition.test(record);
  }
}
