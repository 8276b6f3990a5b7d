package org.rdmadump.analysis.field;

/** What the values of a field are, and with that how they are shown and compared. */
public enum FieldType {
  /** An integer from 0 to 2<sup>64</sup>-1, decimal. */
  UNSIGNED("unsigned"),
  /** An integer of 64 bits with a sign, decimal. */
  SIGNED("signed"),
  /** An integer of 32 bits that names something, such as an XID: {@code 0x%08x}. */
  HEX32("hex32"),
  /** An integer of 64 bits that is an address: {@code 0x%016x}. */
  HEX64("hex64"),
  /** Yes or no; 1 or 0 to {@link ValueVisitor#number}. */
  BOOLEAN("boolean"),
  /** Characters. */
  TEXT("text"),
  /** A number that has a name, such as a status; see {@link ValueNames}. */
  NAMED("named"),
  /** As {@link #NAMED}; the names count from 0, and a later one is more than an earlier one. */
  LEVEL("level"),
  /** Bytes, in hexadecimal. */
  BYTES("bytes"),
  /** An IP address, a GID or a LID. */
  ADDRESS("address"),
  /** Nanoseconds since 1970, shown as RFC 3339 has it, in UTC. */
  TIME("time"),
  /** Nanoseconds. */
  DURATION("duration"),
  /** Not a value, but something that has fields: it is there or not, once or several times. */
  GROUP("group");

  private final String label;

  FieldType(String label) {
    this.label = label;
  }

  /** {@return its name in the field reference} */
  public String label() {
    return label;
  }

  /** {@return whether values are numbers that come to {@link ValueVisitor#number}} */
  public boolean isNumber() {
    return switch (this) {
      case UNSIGNED, SIGNED, HEX32, HEX64, BOOLEAN, TIME, DURATION -> true;
      case TEXT, NAMED, LEVEL, BYTES, ADDRESS, GROUP -> false;
    };
  }
}
