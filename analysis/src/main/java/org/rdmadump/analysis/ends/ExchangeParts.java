package org.rdmadump.analysis.ends;

import org.rdmadump.analysis.stats.OperationKey;

/**
 * Where the time of one exchange went, in nanoseconds. The four parts need no clock: each is a
 * difference of times of one capture.
 *
 * @param operation what it is about
 * @param xid transaction identifier
 * @param frameInA frame of the call in A
 * @param frameInB frame of the call in B
 * @param latency from the call to the reply, at the caller's tap
 * @param server what the callee took: from the call to the reply at its tap, without the time in
 *     which it waited for RDMA Reads
 * @param client what the caller took to answer RDMA Reads
 * @param network the rest; below 0 only where times are coarse or Reads overlap
 */
public record ExchangeParts(
    OperationKey operation,
    int xid,
    long frameInA,
    long frameInB,
    long latency,
    long server,
    long client,
    long network) {}
