package org.rdmadump.analysis.field.message;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Parts that a record has in a list.
 *
 * @param lists finds the list
 * @param isOne there is at most one, and JSON has it without an array
 */
record ListGroup<R, P>(String name, FieldRegistry<P> parts, Lists<R, P> lists, boolean isOne)
    implements FieldGroup<R, P> {
  /** Finds the list. */
  interface Lists<R, P> {
    /** {@return the parts of a record} */
    List<P> of(R record);
  }

  /** Finds the one part. */
  interface One<R, P> {
    /** {@return the part of a record} */
    Optional<P> of(R record);
  }

  ListGroup(String name, FieldRegistry<P> parts, Lists<R, P> lists) {
    this(name, parts, lists, false);
  }

  /** A part that a record has or not. */
  static <R, P> ListGroup<R, P> one(String name, FieldRegistry<P> parts, One<R, P> one) {
    Lists<R, P> lists =
        record -> {
          Optional<P> part = one.of(record);
          return part.isPresent() ? List.of(part.get()) : List.of();
        };
    return new ListGroup<>(name, parts, lists, true);
  }

  @Override
  public boolean each(R record, FieldReader<? super P> field, ValueVisitor to) {
    List<P> list = lists.of(record);
    for (int i = 0; i < list.size(); i++) {
      if (field.read(list.get(i), to)) {
        return true;
      }
    }
    return false;
  }
}
