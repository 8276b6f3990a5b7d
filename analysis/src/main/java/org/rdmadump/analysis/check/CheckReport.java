package org.rdmadump.analysis.check;

import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The result of a checked capture.
 *
 * @param summary the counts of the run; its findings are those of the selected rules and filter
 * @param whole whether the capture was read to its end
 */
public record CheckReport(CaptureSummary summary, boolean whole) {}
