package org.rdmadump.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much memory there is.
 *
 * @param bytes of the machine, or a bound that no machine of today is above if it does not say
 * @param text what to call that in a message
 */
record MachineMemory(long bytes, String text) {
  /** Where Linux says it; the launcher sizes the heap by it, too. */
  private static final Path SOURCE = Path.of("/proc/meminfo");

  private static final String TOTAL = "MemTotal:";
  private static final String UNIT = " kB";
  private static final int KIB = 10;
  private static final int MIB = 20;
  private static final MachineMemory UNKNOWN = new MachineMemory(1L << 40, "1T");

  /** {@return that of the machine it runs on} */
  static MachineMemory ofThisMachine() {
    try {
      return of(Files.readString(SOURCE, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      // Not Linux.
      return UNKNOWN;
    }
  }

  /** {@return what a text like that of {@code /proc/meminfo} says} */
  static MachineMemory of(String text) {
    int from = text.indexOf(TOTAL);
    int to = from < 0 ? -1 : text.indexOf(UNIT, from);
    long kibibytes =
        to < 0 ? -1 : Arguments.decimal(text.substring(from + TOTAL.length(), to).trim());
    if (kibibytes <= 0 || kibibytes > Long.MAX_VALUE >> KIB) {
      return UNKNOWN;
    }
    long bytes = kibibytes << KIB;
    return new MachineMemory(bytes, "the " + (bytes >> MIB) + "M of this machine");
  }
}
