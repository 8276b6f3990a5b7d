package org.rdmadump.analysis.field;

/**
 * Finds the values of a field.
 *
 * @param <R> what they are found in
 */
public interface FieldReader<R> {
  /**
   * Shows every value of the field, in the order of the record; nothing if it is absent. Decodes no
   * more of the record than that takes.
   *
   * @return true as soon as the visitor said that it is enough
   */
  boolean read(R record, ValueVisitor to);
}
