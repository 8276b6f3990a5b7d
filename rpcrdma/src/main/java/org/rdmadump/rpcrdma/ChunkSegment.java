package org.rdmadump.rpcrdma;

import java.util.OptionalLong;

/**
 * One segment of a chunk as a message lists it (RFC 8166 section 3.4.3).
 *
 * <pre>{@code
 * for (ChunkSegment each : call.readChunks().get(0).segments()) {
 *   System.out.println(each.length() + " bytes, seen " + each.transferred());
 * }
 * }</pre>
 *
 * @param handle R_Key or steering tag
 * @param length bytes, 0 to 2^32-1
 * @param offset virtual address or tagged offset
 * @param transferred bytes that were seen moving through the segment; only on the message that the
 *     transfer completes
 */
public record ChunkSegment(int handle, long length, long offset, OptionalLong transferred) {}
