package org.rdmadump.nfs;

/** How far {@link DdpEligibleResults} has come. */
public enum DdpWalk {
  /** There may be further items. */
  UNDER_WAY,
  /** There are no further items. */
  COMPLETE,
  /** Results follow whose length is not known here; further items may be behind them. */
  NOT_UNDERSTOOD,
  /** The place of the next item is in bytes that were not captured. */
  NOT_AVAILABLE,
  /** The results do not agree with their definition. */
  MALFORMED
}
