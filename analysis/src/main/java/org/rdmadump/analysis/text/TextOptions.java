package org.rdmadump.analysis.text;

/**
 * How text looks.
 *
 * @param verbosity 0 for a line per record, 1 for a line per layer below it, 2 for every field
 * @param hex dump the bytes of rebuilt messages
 * @param time how times are printed
 * @param utc print absolute times in UTC, not in the local time zone
 * @param colour use the terminal's colours
 * @param flushEachLine flush after every record
 */
public record TextOptions(
    int verbosity,
    boolean hex,
    TimeFormat time,
    boolean utc,
    boolean colour,
    boolean flushEachLine) {
  /** A line per record with relative times, no colour. */
  public static final TextOptions DEFAULT =
      new TextOptions(0, false, TimeFormat.RELATIVE, false, false, false);
}
