package org.rdmadump.analysis.field;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fields of another kind of record, which no record of this kind has: so one expression, or one
 * list of columns, can be about both.
 *
 * @param <R> the kind of record
 */
public final class AbsentFields<R> implements FieldSource<R> {
  private final Supplier<? extends FieldRegistry<?>> maker;
  private @Nullable FieldRegistry<?> others;

  /** Those of a registry, which is made when it is asked for the first time. */
  public AbsentFields(Supplier<? extends FieldRegistry<?>> others) {
    this.maker = others;
  }

  private FieldRegistry<?> others() {
    FieldRegistry<?> made = others;
    if (made == null) {
      made = maker.get();
      others = made;
    }
    return made;
  }

  @Override
  public Optional<Field<R>> find(String name) {
    return others().find(name).map(field -> absent(field));
  }

  private static <R> Field<R> absent(Field<?> field) {
    return field.of(field.name(), field.aliases(), (record, to) -> false);
  }

  @Override
  public Optional<FieldGroup<R, ?>> group(String name) {
    return others().group(name).map(group -> new AbsentGroup<R, Object>(name, parts(group)));
  }

  @SuppressWarnings("unchecked") // Nothing is ever read of a part.
  private static FieldRegistry<Object> parts(FieldGroup<?, ?> group) {
    return (FieldRegistry<Object>) group.parts();
  }

  /** Nothing: they are listed with the records that have them. */
  @Override
  public List<Field<R>> all() {
    return List.of();
  }

  private record AbsentGroup<R, P>(String name, FieldRegistry<P> parts)
      implements FieldGroup<R, P> {
    @Override
    public boolean each(R record, FieldReader<? super P> field, ValueVisitor to) {
      return false;
    }
  }
}
