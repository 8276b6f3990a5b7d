package org.rdmadump.report.text;

import java.util.Optional;

/**
 * How lines for people look: what is below them, times, colours.
 *
 * @param verbosity 0 for a line per record, 1 for a line per layer below it, 2 for every field
 * @param hex dump the bytes of rebuilt messages
 * @param time how times are printed
 * @param zone in which absolute times are printed; empty for local time
 * @param textSize characters of a text that a line shows at most, such as a file's name; from 1 on
 * @param colour use the terminal's colours
 * @param flushEachLine flush after every record
 */
public record TextOptions(
    int verbosity,
    boolean hex,
    TimeFormat time,
    Optional<DisplayZone> zone,
    int textSize,
    boolean colour,
    boolean flushEachLine) {
  /** What lines show of a text unless they are told. */
  public static final int TEXT_SIZE = 48;

  /** A line per record with relative times, no colour. */
  public static final TextOptions DEFAULT =
      new TextOptions(0, false, TimeFormat.RELATIVE, Optional.empty(), TEXT_SIZE, false, false);
}
