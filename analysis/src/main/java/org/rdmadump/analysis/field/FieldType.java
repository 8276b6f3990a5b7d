package org.rdmadump.analysis.field;

/** What the values of a field are, and with that how they are shown and compared. */
public enum FieldType {
  /** An integer from 0 to 2<sup>64</sup>-1, decimal. */
  UNSIGNED("unsigned"),
  /** An integer of 64 bits with a sign, decimal. */
  SIGNED("signed"),
  /** An integer of 8 bits, which Wireshark shows in hexadecimal: {@code 0x%02x}. */
  HEX8("hex8", 2),
  /** An integer of 16 bits, likewise: {@code 0x%04x}. */
  HEX16("hex16", 4),
  /** An integer of 24 bits, likewise: {@code 0x%06x}. */
  HEX24("hex24", 6),
  /** An integer of 32 bits that names something, such as an XID: {@code 0x%08x}. */
  HEX32("hex32", 8),
  /** An integer of 64 bits that is an address: {@code 0x%016x}. */
  HEX64("hex64", 16),
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
  /** An address of Ethernet, six bytes as text: {@code 52:54:00:77:00:01}. */
  ETHER("ether"),
  /** An IP address, a GID or a LID. */
  ADDRESS("address"),
  /** Nanoseconds since 1970, shown as RFC 3339 has it, in UTC. */
  TIME("time"),
  /** Nanoseconds. */
  DURATION("duration"),
  /** Nanoseconds, which Wireshark shows and compares as seconds with nine decimal places. */
  SECONDS("seconds"),
  /**
   * Nanoseconds since 1970, which Wireshark shows as {@code Nov 20, 2026 23:26:26.585636000 UTC}.
   */
  DATE("date"),
  /** Not a value, but something that has fields: it is there or not, once or several times. */
  GROUP("group");

  private final String label;
  private final int hexDigits;

  FieldType(String label) {
    this(label, 0);
  }

  FieldType(String label, int hexDigits) {
    this.label = label;
    this.hexDigits = hexDigits;
  }

  /** {@return its name in the field reference} */
  public String label() {
    return label;
  }

  /** {@return whether values are numbers that come to {@link ValueVisitor#number}} */
  public boolean isNumber() {
    return switch (this) {
      case UNSIGNED,
          SIGNED,
          HEX8,
          HEX16,
          HEX24,
          HEX32,
          HEX64,
          BOOLEAN,
          TIME,
          DURATION,
          SECONDS,
          DATE ->
          true;
      case TEXT, NAMED, LEVEL, BYTES, ETHER, ADDRESS, GROUP -> false;
    };
  }

  /** {@return digits of a number that is shown in hexadecimal; 0 of all others} */
  public int hexDigits() {
    return hexDigits;
  }
}
