package org.rdmadump.report.text;

import java.util.Optional;

/**
 * How trees of exchanges look.
 *
 * @param columns width to keep within, where that can be; from 1 on
 * @param unicode draw with line and block characters in UTF-8, not with ASCII
 * @param colour use the terminal's colours
 * @param everything fold nothing, however often it repeats
 * @param time how the time of the exchange is printed
 * @param zone in which absolute times are printed; empty for local time
 * @param textSize characters of a text that a line shows at most, such as a file's name; from 1 on
 */
public record TreeOptions(
    int columns,
    boolean unicode,
    boolean colour,
    boolean everything,
    TimeFormat time,
    Optional<DisplayZone> zone,
    int textSize) {
  /** For a log: 100 columns of ASCII, no colour, date and time in UTC. */
  public static final TreeOptions DEFAULT =
      new TreeOptions(
          100,
          false,
          false,
          false,
          TimeFormat.ABSOLUTE_WITH_DATE,
          Optional.of(DisplayZone.UTC),
          TextOptions.TEXT_SIZE);
}
