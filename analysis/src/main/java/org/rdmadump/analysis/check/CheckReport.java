package org.rdmadump.analysis.check;

import java.util.OptionalLong;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The result of a checked capture.
 *
 * @param summary the counts of the run; its findings are those of the selected rules and filter
 * @param left findings of the selected rules that a filter did not choose; empty without a filter
 * @param whole whether the capture was read to its end
 */
public record CheckReport(CaptureSummary summary, OptionalLong left, boolean whole) {}
