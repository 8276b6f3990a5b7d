package org.rdmadump.rpcrdma.call;

/**
 * Where a call was sent first.
 *
 * @param connection over which
 * @param number of its message
 */
record FirstSent(int connection, long number) {}
