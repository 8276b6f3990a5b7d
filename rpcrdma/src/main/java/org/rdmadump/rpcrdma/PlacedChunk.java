package org.rdmadump.rpcrdma;

/**
 * A chunk that was put back into a rebuilt RPC message.
 *
 * @param offset where its first byte stands in the message
 * @param length bytes, round-up padding not counted
 * @param movedBy {@link MovedBy#READ_CHUNK} or {@link MovedBy#WRITE_CHUNK}
 */
public record PlacedChunk(long offset, long length, MovedBy movedBy) {}
