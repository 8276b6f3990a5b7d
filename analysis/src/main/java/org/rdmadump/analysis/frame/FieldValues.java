package org.rdmadump.analysis.frame;

import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.ValueVisitor;

/** Takes fields with their values. */
public interface FieldValues extends ValueVisitor {
  /** The values that come next, if any, are of {@code field}. */
  void field(Field<?> field);
}
