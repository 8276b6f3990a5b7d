package org.rdmadump.capture;

import java.util.OptionalLong;

/**
 * The counts of packets of a device that was captured live. An unknown count is empty, never 0.
 *
 * @param device what the user calls it
 * @param captured packets that were taken off it
 * @param received packets that it says it handed to the capture, dropped ones included
 * @param dropped packets that were lost because nobody took them in time
 * @param droppedByInterface packets that the adapter or its driver lost before the capture
 * @param notDecoded packets of those captured that were not decoded: the queue was full, or the run
 *     ended before their turn came
 */
public record DeviceCounts(
    String device,
    long captured,
    OptionalLong received,
    OptionalLong dropped,
    OptionalLong droppedByInterface,
    long notDecoded) {}
