package org.rdmadump.analysis.text;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import java.util.TimeZone;

/** The time zone that absolute times are printed in. */
public sealed interface DisplayZone {
  /** Universal time. */
  DisplayZone UTC = new Utc();

  /** What the process is told that local time is. */
  DisplayZone LOCAL = new Local();

  /**
   * {@return what clocks there are ahead of UTC, in milliseconds}
   *
   * @param epochMillis when, in milliseconds since 1970
   */
  int offsetMillis(long epochMillis);

  /**
   * {@return the zone of that name, empty if there is none}
   *
   * @param name such as {@code Europe/Berlin}, {@code UTC} or {@code +05:30}
   */
  static Optional<DisplayZone> of(String name) {
    try {
      return Optional.of(new Named(TimeZone.getTimeZone(ZoneId.of(name))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Universal time. */
  record Utc() implements DisplayZone {
    @Override
    public int offsetMillis(long epochMillis) {
      return 0;
    }
  }

  /** Local time. */
  record Local() implements DisplayZone {
    @Override
    public int offsetMillis(long epochMillis) {
      return TimeZone.getDefault().getOffset(epochMillis);
    }
  }

  /** Time somewhere. */
  record Named(TimeZone zone) implements DisplayZone {
    @Override
    public int offsetMillis(long epochMillis) {
      return zone.getOffset(epochMillis);
    }
  }
}
