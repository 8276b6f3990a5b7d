package org.rdmadump.analysis.stats;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.rdmadump.analysis.field.FieldReader;

/** Readers of fields that have a value or not. */
final class Values {
  private Values() {}

  static <R> FieldReader<R> number(Function<R, OptionalLong> value) {
    return (record, to) -> {
      OptionalLong number = value.apply(record);
      return number.isPresent() && to.number(number.getAsLong());
    };
  }

  static <R> FieldReader<R> integer(Function<R, OptionalInt> value) {
    return (record, to) -> {
      OptionalInt number = value.apply(record);
      return number.isPresent() && to.number(number.getAsInt());
    };
  }

  static <R> FieldReader<R> text(Function<R, Optional<String>> value) {
    return (record, to) -> {
      Optional<String> text = value.apply(record);
      return text.isPresent() && to.text(text.get());
    };
  }
}
