package org.rdmadump.analysis.filter;

/** How many values of a field must satisfy a comparison. */
enum Quantifier {
  /** At least one value. */
  ANY,
  /** All values, and at least one. */
  ALL
}
