package org.rdmadump.xdr.decode;

import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be wrong with a value. */
public enum XdrFault {
  /** A length is above its bound, or exceeds the bytes left. */
  BAD_LENGTH("xdr.bad-length", Severity.ERROR, true, "RFC 4506 sections 4.9 to 4.11"),
  /** A count of elements is above its bound, or the elements need more bytes than there are. */
  BAD_COUNT("xdr.bad-count", Severity.ERROR, true, "RFC 4506 section 4.13"),
  /** The discriminant of a union selects no arm. */
  BAD_DISCRIMINANT("xdr.bad-discriminant", Severity.ERROR, true, "RFC 4506 section 4.15"),
  /** The message ends inside a value. */
  BEYOND_END("xdr.beyond-end", Severity.ERROR, true, "RFC 4506 section 3"),
  /** Values are nested too deeply. */
  TOO_DEEP("xdr.too-deep", Severity.ERROR, true, "docs/limits.md"),
  /** A bit of a bitmap selects a value of unknown type. */
  UNKNOWN_BIT("xdr.unknown-bit", Severity.WARNING, true, "RFC 8881 section 3.3.7"),
  /** A bool is neither 0 nor 1. */
  BAD_BOOL("xdr.bad-bool", Severity.ERROR, false, "RFC 4506 section 4.4"),
  /** The padding (round-up) bytes are not zero. */
  BAD_PADDING("xdr.bad-padding", Severity.WARNING, false, "RFC 4506 section 3"),
  /** A time of NFS version 3 or 4 has a second or more in nanoseconds. */
  BAD_NANOSECONDS(
      "xdr.bad-nanoseconds",
      Severity.WARNING,
      false,
      "RFC 7530 section 2.2, RFC 8881 section 3.3.1"),
  /** The number is not defined in its enumeration. */
  UNKNOWN_VALUE("xdr.unknown-value", Severity.WARNING, false, "RFC 4506 section 4.3"),
  /** Bytes follow the last value. */
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
