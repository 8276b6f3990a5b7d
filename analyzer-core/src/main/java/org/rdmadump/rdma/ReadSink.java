package org.rdmadump.rdma;

/**
 * Where the bytes of an RDMA Read go at the side that asks for them, where the transport says so:
 * iWARP does, in the RDMA Read Request (RFC 5040 section 4.4).
 *
 * @param messageSequence MSN of the request on its queue, 1 for the first of a connection, unsigned
 * @param handle steering tag of the memory
 * @param offset tagged offset of the first byte in it
 */
public record ReadSink(int messageSequence, int handle, long offset) {}
