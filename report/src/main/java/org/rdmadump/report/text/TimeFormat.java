package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;

/**
 * How the time of a record is printed, with the letters of tshark's {@code -t}, or those that
 * tcpdump has behind it.
 */
public enum TimeFormat {
  /** Time of day. */
  ABSOLUTE("a", "u"),
  /** Date and time of day. */
  ABSOLUTE_WITH_DATE("ad", "ud", "ttt"),
  /** Seconds since the record printed before. */
  DELTA("d", "dd", "tt"),
  /** Seconds since 1970-01-01T00:00:00Z. */
  EPOCH("e", "t"),
  /** Seconds since the first frame. */
  RELATIVE("r", "tttt");

  /** Unmodifiable. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> letters;

  TimeFormat(String... letters) {
    this.letters = List.of(letters);
  }

  /** {@return the format with these letters, empty if there is none} */
  public static Optional<TimeFormat> of(String letters) {
    for (TimeFormat format : values()) {
      if (format.letters.contains(letters)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }
}
