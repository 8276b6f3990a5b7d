package org.rdmadump.analysis.field;

import java.util.function.ToLongFunction;

/**
 * Finds a value that is always there: a number.
 *
 * @param value the number of a record
 * @param <R> what it is found in
 */
public record NumberReader<R>(ToLongFunction<R> value) implements FieldReader<R> {
  @Override
  public boolean read(R record, ValueVisitor to) {
    return to.number(value.applyAsLong(record));
  }
}
