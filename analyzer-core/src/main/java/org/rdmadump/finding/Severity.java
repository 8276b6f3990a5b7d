package org.rdmadump.finding;

/** How much a finding matters. */
public enum Severity {
  /** Worth knowing; nothing is wrong. */
  NOTE,
  /** Unusual, or a recovered fault. */
  WARNING,
  /** Against the specification, or data is damaged. */
  ERROR
}
