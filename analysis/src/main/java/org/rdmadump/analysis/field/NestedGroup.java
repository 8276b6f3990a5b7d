package org.rdmadump.analysis.field;

/**
 * Parts of parts: the segments of the chunks of a message.
 *
 * @param name as the record calls them
 * @param outer the parts of the record
 * @param inner the parts of each of those
 * @param <R> the kind of record
 * @param <M> the kind of part
 * @param <P> the kind of part of a part
 */
public record NestedGroup<R, M, P>(String name, FieldGroup<R, M> outer, FieldGroup<M, P> inner)
    implements FieldGroup<R, P> {
  @Override
  public FieldRegistry<P> parts() {
    return inner.parts();
  }

  @Override
  public boolean each(R record, FieldReader<? super P> field, ValueVisitor to) {
    return outer.each(record, (part, visitor) -> inner.each(part, field, visitor), to);
  }
}
