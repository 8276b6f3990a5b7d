package org.rdmadump.rdma;

import java.util.OptionalInt;

/**
 * What one end of a connection said in its MPA start-up frame.
 *
 * @param revision of MPA, 1 or 2 in valid frames
 * @param markers it wants markers in what it receives
 * @param crc it wants CRCs in both directions
 * @param rejected it refuses the connection
 * @param peerToPeer the initiator is to send a ready-to-receive message first; revision 2
 * @param inboundReads RDMA Reads that it serves at once (IRD), 0 to 16382; revision 2, where it is
 *     negotiated
 * @param outboundReads RDMA Reads that it has outstanding at most (ORD), likewise
 */
public record MpaEnd(
    int revision,
    boolean markers,
    boolean crc,
    boolean rejected,
    boolean peerToPeer,
    OptionalInt inboundReads,
    OptionalInt outboundReads) {}
