package org.rdmadump.cli;

import java.util.List;
import org.rdmadump.analysis.text.TimeFormat;

/**
 * How the verb {@code dump} runs.
 *
 * @param files names of captures, {@code -} for standard input; at least one
 * @param limit records to print at most
 * @param format what records are printed as
 * @param verbosity 0, 1 or 2
 * @param hex print the bytes of messages
 * @param summaryOnly print only the counts of the run
 * @param exchanges print exchanges in place of messages
 * @param digest hash every message
 * @param time how times are printed in text
 * @param utc print absolute times in UTC
 * @param flushEachLine flush after every record
 * @param colour whether text is coloured
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding may hold
 * @param iwarpPorts TCP ports on which iWARP is looked for
 */
record DumpSettings(
    List<String> files,
    long limit,
    OutputFormat format,
    int verbosity,
    boolean hex,
    boolean summaryOnly,
    boolean exchanges,
    boolean digest,
    TimeFormat time,
    boolean utc,
    boolean flushEachLine,
    When colour,
    When progress,
    long maxMemory,
    List<Integer> iwarpPorts) {}
