package org.rdmadump.analysis.metrics;

import org.rdmadump.capture.DeviceCounts;

/**
 * The counts of a device so far.
 *
 * @param counts what was captured and lost
 * @param refused packets of those captured that will not be decoded, because the queue was full
 */
public record DeviceNumbers(DeviceCounts counts, long refused) {}
