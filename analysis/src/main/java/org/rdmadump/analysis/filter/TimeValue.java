package org.rdmadump.analysis.filter;

import java.util.OptionalLong;

/** What times of an expression stand for, for whoever compares two of them. */
public final class TimeValue {
  private TimeValue() {}

  /**
   * {@return nanoseconds since 1970 of a time such as {@code 2026-11-20T23:26:26Z}; empty if it is
   * none}
   */
  public static OptionalLong sinceEpoch(String text) {
    return Numbers.time(text);
  }

  /**
   * {@return nanoseconds of a time since the first frame such as {@code 1.5} or {@code 20ms}; empty
   * if it is none}
   */
  public static OptionalLong sinceFirst(String text) {
    return Numbers.seconds(text);
  }
}
