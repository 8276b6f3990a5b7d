package org.rdmadump.xdr.decode;

import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be wrong with a value. */
public enum XdrFault {
  /** A length that is beyond its bound, or of more bytes than there are. */
  BAD_LENGTH("xdr.bad-length", Severity.ERROR, true, "RFC 4506 sections 4.9 to 4.11"),
  /** A count of elements likewise. */
  BAD_COUNT("xdr.bad-count", Severity.ERROR, true, "RFC 4506 section 4.13"),
  /** A discriminant that has no arm. */
  BAD_DISCRIMINANT("xdr.bad-discriminant", Severity.ERROR, true, "RFC 4506 section 4.15"),
  /** The bytes end inside of the value. */
  BEYOND_END("xdr.beyond-end", Severity.ERROR, true, "RFC 4506 section 3"),
  /** A value inside of too many others. */
  TOO_DEEP("xdr.too-deep", Severity.ERROR, true, "docs/limits.md"),
  /** A bit that selects a value of no known type. */
  UNKNOWN_BIT("xdr.unknown-bit", Severity.WARNING, true, "RFC 8881 section 3.3.7"),
  /** A bool that is neither 0 nor 1. */
  BAD_BOOL("xdr.bad-bool", Severity.ERROR, false, "RFC 4506 section 4.4"),
  /** Round-up bytes that are not zero. */
  BAD_PADDING("xdr.bad-padding", Severity.WARNING, false, "RFC 4506 section 3"),
  /** A number that its enumeration does not have. */
  UNKNOWN_VALUE("xdr.unknown-value", Severity.WARNING, false, "RFC 4506 section 4.3"),
  /** Bytes behind the last value. */
  TRAILING_BYTES("xdr.trailing-bytes", Severity.WARNING, false, "RFC 4506 section 3");

  private final String rule;
  private final Severity severity;
  private final String source;
  private final boolean ending;

  XdrFault(String name, Severity severity, boolean ending, String source) {
    this.rule = name;
    this.severity = severity;
    this.source = source;
    this.ending = ending;
  }

  /** {@return the rule that a finding names} */
  public Rule rule() {
    return new Rule(rule, severity, source);
  }

  /**
   * Tells whether decoding ends with it, since it is not known where the next value begins. If it
   * is inside of an opaque, that goes only for the rest of the opaque.
   */
  public boolean isEnding() {
    return ending;
  }
}
