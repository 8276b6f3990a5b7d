package org.rdmadump.analysis.field;

import java.util.Locale;

/** What the values of a field are counted in. */
public enum FieldUnit {
  /** Nothing: they are no quantity, or have no common unit, as codes, numbers and counts. */
  NONE,
  /** Bytes. */
  BYTES,
  /** Packets. */
  PACKETS,
  /** Messages. */
  MESSAGES,
  /** Nanoseconds. */
  NS,
  /** Seconds. */
  SECONDS,
  /** Points in time, in UTC. */
  UTC;

  /** Ends the names of numbers of nanoseconds. */
  public static final String NANOSECONDS = "_ns";

  /** {@return that of a field of which no other is declared} */
  static FieldUnit of(String name, FieldType type) {
    return switch (type) {
      case TIME, DATE -> UTC;
      case SECONDS -> SECONDS;
      case DURATION -> NS;
      case UNSIGNED, SIGNED -> name.endsWith(NANOSECONDS) ? NS : NONE;
      default -> NONE;
    };
  }

  /** {@return how the list of fields has it} */
  public String label() {
    return switch (this) {
      case NONE -> "-";
      case UTC -> name();
      default -> name().toLowerCase(Locale.ROOT);
    };
  }
}
