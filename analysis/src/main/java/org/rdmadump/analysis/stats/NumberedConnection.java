package org.rdmadump.analysis.stats;

import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * A connection, or what one host sent a queue pair without a connection, with the number that the
 * list of connections without RPC has for it.
 *
 * @param number among connections that carried no message of RPC-over-RDMA 1, 2, 3, ... in the
 *     order of first frames; 0 of others, which are numbered apart
 * @param record what is known of it, its requests among that
 */
public record NumberedConnection(int number, ConnectionRecord record) {}
