package org.rdmadump.rpcrdma.truth;

import java.util.List;

/**
 * A call that the client marshalled.
 *
 * @param xid transaction identifier
 * @param epochNanos when, to the microsecond
 * @param headerLength bytes of the RPC-over-RDMA header
 * @param length bytes of the RPC message before anything was moved to chunks
 * @param segments what its lists offered, in order
 */
record TracedCall(
    int xid, long epochNanos, int headerLength, long length, List<TracedSegment> segments) {}
