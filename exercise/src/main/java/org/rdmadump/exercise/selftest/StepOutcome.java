package org.rdmadump.exercise.selftest;

import java.util.Locale;

/** What came of a step. */
public enum StepOutcome {
  /** The adapter does what the sniffer relies on. */
  PASSED,
  /** It does not, or the step could not be finished. */
  FAILED,
  /** The step was not made. */
  SKIPPED;

  /** {@return its name, in lower case} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
