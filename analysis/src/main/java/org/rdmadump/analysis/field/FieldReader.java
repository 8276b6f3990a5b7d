package org.rdmadump.analysis.field;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

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

  /** {@return whether the field has a value} */
  default boolean isIn(R record) {
    return read(record, new AnyValue(() -> true));
  }

  /** {@return the reader of a number that may be absent} */
  static <R> FieldReader<R> ofLong(Function<R, OptionalLong> number) {
    return (record, to) -> {
      OptionalLong value = number.apply(record);
      return value.isPresent() && to.number(value.getAsLong());
    };
  }

  /** {@return the same of a number of 32 bits} */
  static <R> FieldReader<R> ofInt(Function<R, OptionalInt> number) {
    return (record, to) -> {
      OptionalInt value = number.apply(record);
      return value.isPresent() && to.number(value.getAsInt());
    };
  }

  /** {@return the same of a text} */
  static <R> FieldReader<R> ofText(Function<R, Optional<String>> text) {
    return (record, to) -> {
      Optional<String> value = text.apply(record);
      return value.isPresent() && to.text(value.get());
    };
  }
}
