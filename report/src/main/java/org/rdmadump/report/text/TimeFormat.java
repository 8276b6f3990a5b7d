package org.rdmadump.report.text;

import java.util.Optional;

/** How the time of a record is printed, with the letters of tshark's {@code -t}. */
public enum TimeFormat {
  /** Time of day. */
  ABSOLUTE("a"),
  /** Date and time of day. */
  ABSOLUTE_WITH_DATE("ad"),
  /** Seconds since the record printed before. */
  DELTA("d"),
  /** Seconds since 1970-01-01T00:00:00Z. */
  EPOCH("e"),
  /** Seconds since the first frame. */
  RELATIVE("r");

  private final String letters;

  TimeFormat(String letters) {
    this.letters = letters;
  }

  /** {@return the format with these letters, empty if there is none} */
  public static Optional<TimeFormat> of(String letters) {
    for (TimeFormat format : values()) {
      if (format.letters.equals(letters)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }
}
