package org.rdmadump.analysis.compare;

import java.util.Locale;

/** What a comparison of one value says of B, the second run. */
public enum Verdict {
  /** No difference beyond chance. */
  SAME,
  /** It differs, which may be what was intended. */
  CHANGED,
  /** It is slower, fails more often, or has a finding that A has not. */
  WORSE,
  /** It is faster, fails less often, or lacks a finding that A has. */
  BETTER,
  /** Too few calls were captured to tell. */
  NOT_ENOUGH,
  /** A and B have other transports, and only that of one of them can have it. */
  NOT_COMPARABLE;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return its name in output} */
  public String label() {
    return label;
  }

  /** {@return whether A and B differ} */
  public boolean isDifference() {
    return this == CHANGED || this == WORSE || this == BETTER;
  }

  /** {@return whether it can make a comparison fail} */
  public boolean isFailure() {
    return this == CHANGED || this == WORSE;
  }
}
