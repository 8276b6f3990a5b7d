package org.rdmadump.rpcrdma.truth;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the client's kernel recorded, by XID.
 *
 * @param calls calls that were sent; more than one under an XID that was sent again
 * @param replies time at which each reply was processed, nanoseconds since the epoch
 * @param errors XIDs whose reply was an RDMA_ERROR
 * @param callbackCalls XIDs of the server's calls
 * @param callbackReplies XIDs of the client's replies to them
 * @param returned segments that the replies listed, in order
 * @param latencies what the RPC layer noted
 */
record KernelTrace(
    Map<Integer, List<TracedCall>> calls,
    Map<Integer, Long> replies,
    Set<Integer> errors,
    Set<Integer> callbackCalls,
    Set<Integer> callbackReplies,
    Map<Integer, List<TracedSegment>> returned,
    Map<Integer, TracedLatency> latencies) {}
