package org.rdmadump.analysis.field.message;

import java.util.List;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/** Parts that a record has in a list. */
final class ListGroup<R, P> implements FieldGroup<R, P> {
  private final String name;
  private final FieldRegistry<P> parts;
  private final Lists<R, P> lists;

  /** Finds the list. */
  interface Lists<R, P> {
    /** {@return the parts of a record} */
    List<P> of(R record);
  }

  ListGroup(String name, FieldRegistry<P> parts, Lists<R, P> lists) {
    this.name = name;
    this.parts = parts;
    this.lists = lists;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public FieldRegistry<P> parts() {
    return parts;
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
