package org.rdmadump.tcp;

/**
 * Whether anything tells that segments were damaged on their way; all streams of a run share it.
 */
public final class DamageEvidence {
  private boolean found;

  /** None yet. */
  public DamageEvidence() {}

  /** Says that there is some. */
  void found() {
    found = true;
  }

  /** Whether there is some. */
  boolean isFound() {
    return found;
  }
}
