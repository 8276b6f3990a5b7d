package org.rdmadump.analysis.field;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as Wireshark writes them, in UTC: {@code Nov 20, 2026 23:26:26.585636000 UTC}. */
public final class ArrivalTime {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([A-Z][a-z]{2}) {1,2}(\\d{1,2}), (\\d{4})(?: (\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?))?(?: UTC)?");

  private ArrivalTime() {}

  /** Appends a time in nanoseconds since 1970. */
  static void put(StringBuilder out, long epochNanos) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(epochNanos, NANOS_PER_SECOND),
            (int) Math.floorMod(epochNanos, NANOS_PER_SECOND),
            ZoneOffset.UTC);
    out.append(MONTHS.get(time.getMonthValue() - 1));
    out.append(
        String.format(
            Locale.US,
            " %2d, %d %02d:%02d:%02d.%09d UTC",
            time.getDayOfMonth(),
            time.getYear(),
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            time.getNano()));
  }

  /** {@return nanoseconds since 1970 of a time that is written so; empty if it is not} */
  public static OptionalLong read(String text) {
    Matcher parts = WRITTEN.matcher(text);
    int month = parts.matches() ? 1 + MONTHS.indexOf(parts.group(1)) : 0;
    if (month == 0) {
      return OptionalLong.empty();
    }
    try {
      LocalDate day =
          LocalDate.of(Integer.parseInt(parts.group(3)), month, Integer.parseInt(parts.group(2)));
      LocalTime time = parts.group(4) == null ? LocalTime.MIN : LocalTime.parse(parts.group(4));
      Instant all = day.atTime(time).toInstant(ZoneOffset.UTC);
      return OptionalLong.of(
          Math.addExact(Math.multiplyExact(all.getEpochSecond(), NANOS_PER_SECOND), all.getNano()));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }
}
