package org.rdmadump.analysis.stats;

import java.util.Optional;
import org.rdmadump.rpcrdma.RdmaTiming;

/**
 * A call that took long.
 *
 * @param number of the call's message
 * @param callFrame frame that ended the call's Send
 * @param replyFrame frame that ended the reply's Send
 * @param connection 1-based index of the connection
 * @param xid transaction identifier
 * @param key what it is counted under
 * @param latency from the call's Send to the reply's, in nanoseconds
 * @param timing where that went; empty if RDMA moved nothing
 * @param about file handle, name and such, as lines have it; empty if there is nothing telling
 */
public record SlowCall(
    long number,
    long callFrame,
    long replyFrame,
    int connection,
    int xid,
    OperationKey key,
    long latency,
    Optional<RdmaTiming> timing,
    String about) {}
