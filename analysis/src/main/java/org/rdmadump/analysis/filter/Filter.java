package org.rdmadump.analysis.filter;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldRegistry;

/**
 * A filter for records, such as {@code nfs.op == WRITE && rpc.latency_ns > 10ms}. The expression is
 * compiled once. For each record the filter decodes only what the expression needs.
 *
 * <p>For one thread.
 *
 * @param <R> the kind of record
 */
@SuppressWarnings("exports") // Field registries are made by our own modules.
public final class Filter<R> {
  private final Predicate<R> condition;
  private final Set<FieldNeed> needs;

  private Filter(Predicate<R> condition, Set<FieldNeed> needs) {
    this.condition = condition;
    this.needs = needs;
  }

  /**
   * {@return a filter}
   *
   * @param expression the filter expression
   * @param fields the fields of the records
   * @throws FilterException if the expression is invalid, names an unknown field, or compares a
   *     field with a value of another type
   */
  public static <R> Filter<R> of(String expression, FieldRegistry<R> fields)
      throws FilterException {
    return of(expression, fields, List.of());
  }

  /**
   * {@return a filter}
   *
   * @param expression the filter expression
   * @param fields the fields of the records
   * @param others fields of other kinds of record, for better error messages
   * @throws FilterException as {@link #of(String, FieldRegistry)}
   */
  public static <R> Filter<R> of(
      String expression, FieldRegistry<R> fields, List<FieldRegistry<?>> others)
      throws FilterException {
    return of(expression, fields, others, new FilterHints());
  }

  /**
   * {@return a filter}
   *
   * @param expression the filter expression
   * @param fields the fields of the records
   * @param others fields of other kinds of record, for better error messages
   * @param hints receives hints if the expression may not mean what its author intended, during
   *     this call and while filtering
   * @throws FilterException as {@link #of(String, FieldRegistry)}
   */
  public static <R> Filter<R> of(
      String expression, FieldRegistry<R> fields, List<FieldRegistry<?>> others, FilterHints hints)
      throws FilterException {
    Expression parsed = Parser.parse(expression);
    Compiler compiler = new Compiler(expression, others, hints);
    Predicate<R> condition = compiler.compile(parsed, fields);
    return new Filter<>(condition, compiler.needs());
  }

  /**
   * {@return a filter that is made when the first record comes, whose needs others know}
   *
   * @param maker makes the filter; called at most once
   */
  public static <R> Filter<R> deferred(Supplier<Filter<R>> maker) {
    return new Filter<>(
        new Predicate<>() {
          private @Nullable Filter<R> made;

          @Override
          public boolean test(R record) {
            Filter<R> filter = made;
            if (filter == null) {
              filter = maker.get();
              made = filter;
            }
            return filter.matches(record);
          }
        },
        Set.of());
  }

  /**
   * {@return a filter that any number of threads may use, each with records of its own}
   *
   * @param expression the filter expression
   * @param fields makes the fields of the records, for each thread
   * @param others fields of other kinds of record, for better error messages
   * @throws FilterException as {@link #of(String, FieldRegistry)}
   */
  public static <R> Filter<R> shared(
      String expression, Supplier<FieldRegistry<R>> fields, List<FieldRegistry<?>> others)
      throws FilterException {
    Filter<R> first = of(expression, fields.get(), others);
    ThreadLocal<Filter<R>> ofThread =
        ThreadLocal.withInitial(() -> known(expression, fields.get()));
    ofThread.set(first);
    return new Filter<>(record -> ofThread.get().matches(record), first.needs);
  }

  /** The filter of an expression that was accepted before. */
  private static <R> Filter<R> known(String expression, FieldRegistry<R> fields) {
    try {
      return of(expression, fields);
    } catch (FilterException e) {
      throw new IllegalStateException("the filter is wrong in another thread", e);
    }
  }

  /**
   * {@return a filter that selects the records that both filters select}
   *
   * @param other another filter for the same kind of record
   */
  public Filter<R> and(Filter<R> other) {
    Set<FieldNeed> all = EnumSet.noneOf(FieldNeed.class);
    all.addAll(needs);
    all.addAll(other.needs);
    return new Filter<>(condition.and(other.condition), all);
  }

  /**
   * {@return whether the filter asks for what is in data that RDMA moves: it only finds that in
   * messages that were decoded with {@code CaptureOptions.keepBytes}}
   */
  public boolean needsData() {
    return needs(FieldNeed.DATA);
  }

  /**
   * {@return whether the filter asks for a field that needs something of decoding}
   *
   * @param need what it is
   */
  public boolean needs(FieldNeed need) {
    return needs.contains(need);
  }

  /**
   * {@return whether the filter selects a record}
   *
   * @throws CostlyPatternException if a pattern needs too many steps on one of its values
   */
  public boolean matches(R record) {
    return condition.test(record);
  }
}
