package org.rdmadump.analysis.field.message;

import java.util.Optional;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * A part that a record has or not, which JSON has without an array.
 *
 * @param one finds the part
 */
record OneGroup<R, P>(String name, FieldRegistry<P> parts, One<R, P> one)
    implements FieldGroup<R, P> {
  /** Finds the part. */
  interface One<R, P> {
    /** {@return the part of a record} */
    Optional<P> of(R record);
  }

  @Override
  public boolean isOne() {
    return true;
  }

  @Override
  public boolean each(R record, FieldReader<? super P> field, ValueVisitor to) {
    Optional<P> part = one.of(record);
    return part.isPresent() && field.read(part.get(), to);
  }
}
