package org.rdmadump.live.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Names of a rotating set as dumpcap makes them, {@code trace_00001_20261122103000.pcapng}: a
 * number from 1 on and the time in UTC at which the file was begun. They differ in digits only,
 * which is how readers know a set.
 */
final class FileNames {
  private static final int NUMBER_DIGITS = 5;

  private FileNames() {}

  /** {@return the name of the file with that number} */
  static Path of(Path given, int number, Instant begun) {
    @Nullable Path last = given.getFileName();
    String name = last == null ? "" : last.toString();
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    String suffix = dot > 0 ? name.substring(dot) : "";
    ZonedDateTime time = begun.atZone(ZoneOffset.UTC);
    StringBuilder made = new StringBuilder(stem).append('_');
    put(made, number, NUMBER_DIGITS);
    made.append('_');
    put(made, time.getYear(), 4);
    put(made, time.getMonthValue(), 2);
    put(made, time.getDayOfMonth(), 2);
    put(made, time.getHour(), 2);
    put(made, time.getMinute(), 2);
    put(made, time.getSecond(), 2);
    return given.resolveSibling(made.append(suffix).toString());
  }

  private static void put(StringBuilder text, int number, int digits) {
    String plain = Integer.toString(number);
    for (int i = plain.length(); i < digits; i++) {
      text.append('0');
    }
    text.append(plain);
  }
}
