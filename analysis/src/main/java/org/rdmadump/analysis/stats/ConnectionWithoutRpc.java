package org.rdmadump.analysis.stats;

import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * A connection that carried no message of RPC-over-RDMA, or what one host sent a queue pair without
 * a connection.
 *
 * @param number 1, 2, 3, ... in the order of first frames
 * @param record what is known of it, its requests among that
 */
public record ConnectionWithoutRpc(int number, ConnectionRecord record) {}
