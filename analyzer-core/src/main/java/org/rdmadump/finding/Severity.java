package org.rdmadump.finding;

/**
 * How much a finding matters.
 *
 * <pre>{@code
 * assertThat(capture).hasNoFindings(Severity.WARNING);
 * }</pre>
 */
public enum Severity {
  /** Notable, but not an error. */
  NOTE,
  /** Unusual, or a recovered fault. */
  WARNING,
  /** Against the specification, or data is damaged. */
  ERROR
}
