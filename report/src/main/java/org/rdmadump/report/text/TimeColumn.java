package org.rdmadump.report.text;

import java.util.Optional;
import java.util.TimeZone;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CivilTime;

/** Prints the times of records, right-aligned in a column. */
final class TimeColumn {
  private static final int DIGITS = 6;
  private static final int SECONDS_WIDTH = 11;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final TimeFormat format;
  private final Optional<DisplayZone> zone;
  private final LongSupplier origin;
  private long previous;
  private boolean first = true;

  /**
   * A column of times.
   *
   * @param origin time of the first frame, in nanoseconds since the epoch; asked with every record
   */
  TimeColumn(TimeFormat format, Optional<DisplayZone> zone, LongSupplier origin) {
    this.format = format;
    this.zone = zone;
    this.origin = origin;
  }

  void put(AsciiBuffer line, long epochNanos) {
    int from = line.length();
    switch (format) {
      case ABSOLUTE -> CivilTime.putTimeOfDay(line, local(epochNanos), DIGITS);
      case ABSOLUTE_WITH_DATE -> {
        long local = local(epochNanos);
        CivilTime.putDate(line, local);
        line.put(' ');
        CivilTime.putTimeOfDay(line, local, DIGITS);
      }
      case DELTA -> {
        CivilTime.putSeconds(line, first ? 0 : epochNanos - previous, DIGITS);
        line.alignRight(from, SECONDS_WIDTH);
      }
      case EPOCH -> CivilTime.putSeconds(line, epochNanos, DIGITS);
      case RELATIVE -> {
        CivilTime.putSeconds(line, epochNanos - origin.getAsLong(), DIGITS);
        line.alignRight(from, SECONDS_WIDTH);
      }
    }
    previous = epochNanos;
    first = false;
  }

  private long local(long epochNanos) {
    if (zone.isPresent()) {
      return zone.get().local(epochNanos);
    }
    int offsetMillis = TimeZone.getDefault().getOffset(Math.floorDiv(epochNanos, NANOS_PER_MILLI));
    return epochNanos + offsetMillis * NANOS_PER_MILLI;
  }
}
