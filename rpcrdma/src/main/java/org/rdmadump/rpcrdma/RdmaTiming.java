package org.rdmadump.rpcrdma;

/**
 * The parts of the latency of an exchange with RDMA transfers, in nanoseconds.
 *
 * @param toFirstRdma from the call's Send to the first RDMA Read or Write
 * @param rdma from there to the last RDMA packet
 * @param toReply from there to the reply's Send
 */
public record RdmaTiming(long toFirstRdma, long rdma, long toReply) {}
