package org.rdmadump.analysis.filter;

/** Of how many values of a field a comparison has to hold. */
enum Quantifier {
  /** Of one at least. */
  ANY,
  /** Of all, and there is one. */
  ALL
}
