package org.rdmadump.analysis.report;

/**
 * An exchange that the report shows whole.
 *
 * @param number of its call, of a reply without one that of the reply: shows which are the same
 * @param latency in nanoseconds, -1 if it is not known
 * @param severity of its worst finding: 0 without one, then 1 for a note, up to 3 for an error
 * @param findings how many it has
 * @param drawing how it is shown, as the writer of the report made it
 */
public record ShownExchange(
    long number, long latency, int severity, int findings, String drawing) {}
