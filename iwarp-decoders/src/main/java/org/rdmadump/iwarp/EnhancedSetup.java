package org.rdmadump.iwarp;

import java.nio.ByteBuffer;

/**
 * What revision 2 of MPA puts before the private data: how many RDMA Reads each side takes and
 * makes, and which message the initiator sends first if both sides are peers.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+---------------------------+-+-+---------------------------+
 * |A|B|            IRD            |C|D|            ORD            |
 * +-+-+---------------------------+-+-+---------------------------+
 * </pre>
 *
 * <p>RFC 6581 section 9.
 *
 * @param peerToPeer A: the initiator sends a ready-to-receive message first
 * @param sendReady B: it may be a Send without payload
 * @param writeReady C: it may be an RDMA Write without payload
 * @param readReady D: it may be an RDMA Read of nothing
 * @param inboundReads IRD, 0 to 16382, or {@value #NOT_NEGOTIATED}
 * @param outboundReads ORD, likewise
 */
public record EnhancedSetup(
    boolean peerToPeer,
    boolean sendReady,
    boolean writeReady,
    boolean readReady,
    int inboundReads,
    int outboundReads) {
  /** Bytes on the wire. */
  public static final int LENGTH = 4;

  /** In place of a depth: MPA is not to agree on it, but the programs. */
  public static final int NOT_NEGOTIATED = 0x3fff;

  private static final int IRD = 0;
  private static final int ORD = 2;
  private static final int FIRST_FLAG = 0x8000;
  private static final int SECOND_FLAG = 0x4000;
  private static final int DEPTH = 0x3fff;

  /** Reads it at {@code at}. The caller has checked that {@link #LENGTH} bytes are there. */
  public static EnhancedSetup read(ByteBuffer bytes, int at) {
    int inbound = bytes.getShort(at + IRD);
    int outbound = bytes.getShort(at + ORD);
    return new EnhancedSetup(
        (inbound & FIRST_FLAG) != 0,
        (inbound & SECOND_FLAG) != 0,
        (outbound & FIRST_FLAG) != 0,
        (outbound & SECOND_FLAG) != 0,
        inbound & DEPTH,
        outbound & DEPTH);
  }
}
