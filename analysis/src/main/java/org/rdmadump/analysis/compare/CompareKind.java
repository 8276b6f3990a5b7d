package org.rdmadump.analysis.compare;

import java.util.Locale;

/** What two runs are compared by. */
public enum CompareKind {
  /** How often an operation was called. */
  COUNTS,
  /** How often it failed, by status. */
  FAILURES,
  /** How long replies took. */
  LATENCY,
  /** Bytes of a call and its reply, by the way that they travelled. */
  BYTES,
  /** Chunks and segments that a call offered. */
  CHUNKS,
  /** What carries the connections; shown where it differs. */
  TRANSPORT,
  /** Inline thresholds of connections. */
  THRESHOLDS,
  /** Credits that were asked for and granted. */
  CREDITS,
  /** Remote invalidation: allowed when the connection was made, and used by replies. */
  INVALIDATION,
  /** Findings of a rule. */
  FINDINGS;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return its name in output and on the command line} */
  public String label() {
    return label;
  }

  /** {@return whether two runs of the same can have the same value, as they cannot of latencies} */
  public boolean isRepeatable() {
    return this != LATENCY;
  }

  /** {@return whether it can make a comparison fail} */
  public boolean canFail() {
    return this != TRANSPORT;
  }
}
