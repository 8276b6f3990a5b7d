package org.rdmadump.report.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * A time zone that absolute times are printed in.
 *
 * @param rules when its clocks show what
 */
public record DisplayZone(ZoneRules rules) {
  /** Universal time. */
  public static final DisplayZone UTC = new DisplayZone(ZoneOffset.UTC.getRules());

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /**
   * {@return the zone of that name, empty if there is none}
   *
   * @param name such as {@code Europe/Berlin}, {@code UTC+2} or {@code +05:30}
   */
  public static Optional<DisplayZone> of(String name) {
    try {
      return Optional.of(new DisplayZone(ZoneId.of(name).getRules()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * {@return what its clocks show, as if it were universal time}
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   */
  long local(long epochNanos) {
    Instant time = Instant.ofEpochSecond(Math.floorDiv(epochNanos, NANOS_PER_SECOND));
    return epochNanos + rules.getOffset(time).getTotalSeconds() * NANOS_PER_SECOND;
  }
}
