package org.rdmadump.analysis.overview;

import org.rdmadump.analysis.stats.OperationKey;

/**
 * The call of a client that took longest.
 *
 * @param key what it is counted under
 * @param frame frame that ended the call's Send
 * @param latency in nanoseconds
 * @param wire the part of it in which its packets were on the wire
 */
public record LongCall(OperationKey key, long frame, long latency, long wire) {}
