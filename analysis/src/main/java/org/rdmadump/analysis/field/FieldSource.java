package org.rdmadump.analysis.field;

import java.util.List;
import java.util.Optional;

/**
 * Fields that are found by name, and made when they are asked for.
 *
 * @param <R> the kind of record
 */
public interface FieldSource<R> {
  /** {@return the field of that name or alias} */
  Optional<Field<R>> find(String name);

  /** {@return the parts of that name} */
  default Optional<FieldGroup<R, ?>> group(String name) {
    return Optional.empty();
  }

  /** {@return every field, in the order of the field reference; this can take milliseconds} */
  List<Field<R>> all();
}
