package org.rdmadump.analysis.field;

/**
 * Parts of a record that are alike, such as the operations of a compound: {@code nfs.operations}.
 * Their fields are fields of the record, and a filter can ask several of one and the same part.
 *
 * @param <R> the kind of record
 * @param <P> the kind of part
 */
public interface FieldGroup<R, P> {
  /** {@return its name} */
  String name();

  /** {@return the fields of one part, named without the group} */
  FieldRegistry<P> parts();

  /** {@return whether there is one at most, which JSON has without an array} */
  default boolean isOne() {
    return false;
  }

  /**
   * Reads a field of every part.
   *
   * @return true as soon as the visitor said that it is enough
   */
  boolean each(R record, FieldReader<? super P> field, ValueVisitor to);
}
