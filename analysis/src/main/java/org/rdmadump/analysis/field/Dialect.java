package org.rdmadump.analysis.field;

/**
 * Whose name a field is asked for by, which says what its values look like and what comparisons
 * with them mean.
 */
public enum Dialect {
  /** Ours, and other names that mean the same. */
  OWN,
  /**
   * Wireshark's: numbers in place of names, seconds in place of nanoseconds, and {@code !=} of a
   * field with several values asks for all of them.
   */
  WIRESHARK
}
