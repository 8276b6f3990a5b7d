package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * Where something was seen in a capture.
 *
 * <pre>{@code
 * rdmadump --tree -Y "rpc.xid == 0x0685c64e" trace.pcap     # shows what is at the place
 * }</pre>
 *
 * @param frame number of the frame, from 1; 0 where no single frame can be named
 * @param connection 1-based index of the connection
 * @param xid of the exchange
 * @param segment of a chunk, where it is about one
 */
public record CaptureLocation(
    long frame, OptionalInt connection, OptionalInt xid, Optional<ChunkSegment> segment) {}
