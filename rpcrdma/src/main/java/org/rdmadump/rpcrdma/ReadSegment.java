package org.rdmadump.rpcrdma;

/**
 * One entry of a Read list (RFC 8166 section 4.3.1).
 *
 * @param position offset of its chunk in the rebuilt XDR stream
 * @param segment the memory to read
 */
public record ReadSegment(long position, ChunkSegment segment) {}
