package org.rdmadump.analysis.filter;

/**
 * A range of values in a set.
 *
 * @param low the first value
 * @param high the last value; equal to {@code low} for a single value
 */
record Range(Literal low, Literal high) {
  /** {@return whether the range is a single value} */
  boolean isSingle() {
    return low.equals(high);
  }
}
