package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;

/**
 * The part of a record that a condition tests.
 *
 * @param name name of the field
 * @param function what is made of the values first
 * @param slices slices of the values; empty for whole values
 * @param calculation what is calculated with numbers; empty for the numbers themselves
 * @param place place of the name
 */
record Asked(
    String name,
    Optional<Function> function,
    List<Slice> slices,
    Optional<Calculation> calculation,
    Span place) {
  /** {@return a field as it is} */
  static Asked plain(String name, Span place) {
    return new Asked(name, Optional.empty(), List.of(), Optional.empty(), place);
  }

  /** {@return whether the condition tests whole values} */
  boolean isPlain() {
    return function.isEmpty() && slices.isEmpty() && calculation.isEmpty();
  }

  /** {@return whether the condition tests the length or the number of values} */
  boolean isLength() {
    return is(Function.LEN) || is(Function.COUNT);
  }

  /** {@return the only fields that have the part that is asked for, if a field is no such field} */
  Optional<String> refusal(Field<?> field) {
    boolean isWord = field.has(FieldType.TEXT) || field.has(FieldType.NAMED);
    if (function.isPresent() && !isLength() && !isWord) {
      return Optional.of("text has " + function.get().word() + "()");
    }
    boolean hasSlices =
        field.has(FieldType.TEXT)
            || field.has(FieldType.BYTES)
            || field.has(FieldType.ETHER)
            || field.has(FieldType.ADDRESS);
    if (!slices.isEmpty() && !hasSlices) {
      return Optional.of("text, bytes, ether and addresses have slices");
    }
    if (calculation.isPresent() && calculation.get().isOfIntegers() && isSeconds(field)) {
      return Optional.of(isBits() ? "integers have bits" : "integers have a remainder");
    }
    boolean isNumber = field.type().isNumber() || field.has(FieldType.NAMED) || isLength();
    return calculation.isPresent() && !isNumber
        ? Optional.of(isBits() ? "numbers have bits" : "numbers are calculated with")
        : Optional.empty();
  }

  /** {@return whether the condition tests a number of seconds} */
  boolean isSeconds(Field<?> field) {
    return field.has(FieldType.SECONDS) && !isLength();
  }

  /** {@return whether numbers without a sign stay so: what others make of them can be negative} */
  boolean keepsUnsigned() {
    return calculation.isEmpty() || calculation.get().keepsUnsigned();
  }

  /** {@return whether values are asked for by a function} */
  boolean is(Function one) {
    return function.isPresent() && function.get() == one;
  }

  /** {@return whether the condition tests bits, which need no comparison: one bit is enough} */
  boolean isBits() {
    return calculation.isPresent() && calculation.get().sign() == Calculation.BITS;
  }
}
