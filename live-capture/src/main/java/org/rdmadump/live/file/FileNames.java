package org.rdmadump.live.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The file names of a rotating set, like those of dumpcap: {@code
 * trace_00001_20261122103000.pcapng}. They hold a number from 1, and the file's start time in UTC.
 * Readers recognise a set because the names differ in digits only.
 */
final class FileNames {
  private static final DateTimeFormatter BEGUN =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private FileNames() {}

  /** {@return the name of the file with this number} */
  static Path of(Path given, int number, Instant begun) {
    @Nullable Path last = given.getFileName();
    String name = last == null ? "" : last.toString();
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    String suffix = dot > 0 ? name.substring(dot) : "";
    return given.resolveSibling(
        String.format(Locale.ROOT, "%s_%05d_%s%s", stem, number, BEGUN.format(begun), suffix));
  }
}
