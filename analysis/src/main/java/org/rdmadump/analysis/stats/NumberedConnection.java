package org.rdmadump.analysis.stats;

import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * A connection, or what one host sent a queue pair without a connection, with the number that
 * output has for it.
 *
 * @param number among connections that carried no message of RPC-over-RDMA 1, 2, 3, ... in the
 *     order of first frames; of others their index
 * @param record what is known of it, its requests among that
 */
public record NumberedConnection(int number, ConnectionRecord record) {}
