package org.rdmadump.analysis.compare;

/** What a compared value counts in. */
public enum ValueUnit {
  /** Nanoseconds. */
  NANOS("ns"),
  /** Bytes; of operations, the mean of a call with its reply. */
  BYTES("bytes"),
  /** A plain number. */
  COUNT("count"),
  /** Hundredths; the mean of a call or reply. */
  HUNDREDTHS("per_call");

  private final String label;

  ValueUnit(String label) {
    this.label = label;
  }

  /** {@return its name in JSON} */
  public String label() {
    return label;
  }
}
