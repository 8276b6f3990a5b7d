package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.OptionalLong;

/**
 * The part of a record that a condition tests.
 *
 * @param name name of the field
 * @param isLength whether the condition tests the length or the number of values
 * @param slices slices of the values; empty for whole values
 * @param mask bits of the numbers; empty for all bits
 * @param place place of the name
 */
record Asked(String name, boolean isLength, List<Slice> slices, OptionalLong mask, Span place) {
  /** {@return whether the condition tests whole values} */
  boolean isPlain() {
    return !isLength && slices.isEmpty() && mask.isEmpty();
  }
}
