package org.rdmadump.analysis.conformance;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rpcrdma.ChunkSegment;

/**
 * A place in a capture.
 *
 * <pre>{@code
 * rdmadump --tree -Y "rpc.xid == 0x0685c64e" trace.pcap     # shows what is at the place
 * }</pre>
 *
 * @param frame number of the frame, from 1; 0 if no single frame is known
 * @param connection 1-based index of the connection
 * @param xid XID of the exchange
 * @param segment chunk segment, if the place is one
 */
public record CaptureLocation(
    long frame, OptionalInt connection, OptionalInt xid, Optional<ChunkSegment> segment) {}
