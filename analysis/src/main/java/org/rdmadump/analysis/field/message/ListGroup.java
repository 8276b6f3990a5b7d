package org.rdmadump.analysis.field.message;

import java.util.List;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Parts that a record has in a list.
 *
 * @param lists finds the list
 */
public record ListGroup<R, P>(String name, FieldRegistry<P> parts, Lists<R, P> lists)
    implements FieldGroup<R, P> {
  /** Finds the list. */
  public interface Lists<R, P> {
    /** {@return the parts of a record} */
    List<P> of(R record);
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
