package org.rdmadump.tcp;

/**
 * What a run tells of segments that were damaged on their way, or joined by their receiver; all
 * streams of the run share it.
 */
public final class DamageEvidence {
  private boolean found;
  private boolean joined;

  /** None yet. */
  public DamageEvidence() {}

  /** Says that segments were damaged. */
  void found() {
    found = true;
  }

  /** Whether any seem to be damaged. */
  boolean isFound() {
    return found;
  }

  /**
   * Says that a segment seems to be joined.
   *
   * @return whether another was before; a single one may be damaged, and look so by chance
   */
  boolean joined() {
    boolean before = joined;
    joined = true;
    return before;
  }
}
