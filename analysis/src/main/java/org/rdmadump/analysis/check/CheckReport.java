package org.rdmadump.analysis.check;

import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * What is known when a capture was checked.
 *
 * @param summary the counts of the run; those of findings are of the rules that were selected
 * @param whole whether the capture was read to its end
 */
public record CheckReport(CaptureSummary summary, boolean whole) {}
