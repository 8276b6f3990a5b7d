package org.rdmadump.analysis.filter;

/**
 * Values of a set.
 *
 * @param low the first one
 * @param high the last one; of a single value the same
 */
record Range(Literal low, Literal high) {
  /** {@return whether it is one value} */
  boolean isSingle() {
    return low.equals(high);
  }
}
