package org.rdmadump.analysis.text;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import java.util.TimeZone;

/**
 * A time zone that absolute times are printed in.
 *
 * @param zone its clocks
 */
public record DisplayZone(TimeZone zone) {
  /** Universal time. */
  public static final DisplayZone UTC = new DisplayZone(TimeZone.getTimeZone("UTC"));

  /**
   * {@return the zone of that name, empty if there is none}
   *
   * @param name such as {@code Europe/Berlin}, {@code UTC} or {@code +05:30}
   */
  public static Optional<DisplayZone> of(String name) {
    try {
      return Optional.of(new DisplayZone(TimeZone.getTimeZone(ZoneId.of(name))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
