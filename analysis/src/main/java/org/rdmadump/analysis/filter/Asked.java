package org.rdmadump.analysis.filter;

import java.util.List;
import java.util.OptionalLong;

/**
 * What of a record is asked.
 *
 * @param name of a field
 * @param isLength whether it is its length or number
 * @param slices parts of values; none for whole values
 * @param mask bits of numbers; empty for all
 * @param place where the name is
 */
record Asked(String name, boolean isLength, List<Slice> slices, OptionalLong mask, Span place) {
  /** {@return whether values are asked as they are} */
  boolean isPlain() {
    return !isLength && slices.isEmpty() && mask.isEmpty();
  }
}
