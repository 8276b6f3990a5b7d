package org.rdmadump.ib;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.NetworkOrder;

/**
 * Base Transport Header: what every InfiniBand transport packet begins with.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-+-+---+-------+-------------------------------+
 * |    OpCode     |S|M|Pad| TVer  |             P_Key             |
 * +-+-+-----------+-+-+---+-------+-------------------------------+
 * |F|B| reserved  |                Destination QP                 |
 * +-+-+-----------+-----------------------------------------------+
 * |A|  reserved   |                      PSN                      |
 * +-+-------------+-----------------------------------------------+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.2 (BTH).
 *
 * @param opcode which operation and which extension headers follow
 * @param solicitedEvent the receiver is asked to raise an event
 * @param migReq migration state: true while the path is migrated
 * @param padCount bytes (0 to 3) that fill the payload up to a multiple of four
 * @param transportVersion 4 bits, 0 in every version so far
 * @param pKey partition key, 16 bits
 * @param fecn forward explicit congestion notification
 * @param becn backward explicit congestion notification
 * @param destinationQp queue pair of the receiver, 24 bits
 * @param ackRequest the responder is asked to acknowledge
 * @param psn packet sequence number, 24 bits
 */
public record Bth(
    Opcode opcode,
    boolean solicitedEvent,
    boolean migReq,
    int padCount,
    int transportVersion,
    int pKey,
    boolean fecn,
    boolean becn,
    int destinationQp,
    boolean ackRequest,
    int psn) {
  /** Bytes on the wire. */
  public static final int LENGTH = 12;

  /** Offset of the byte with FECN, BECN and six reserved bits, which the ICRC leaves out. */
  public static final int CONGESTION = 4;

  private static final int OPCODE = 0;
  private static final int FLAGS = 1;
  private static final int P_KEY = 2;
  private static final int DESTINATION_QP = 4;
  private static final int ACK_REQUEST = 8;
  private static final int PSN = 8;

  private static final int SOLICITED_EVENT_BIT = 0x80;
  private static final int MIG_REQ_BIT = 0x40;
  private static final int PAD_COUNT_SHIFT = 4;
  private static final int PAD_COUNT_MASK = 0x3;
  private static final int TRANSPORT_VERSION_MASK = 0xf;
  private static final int FECN_BIT = 0x80;
  private static final int BECN_BIT = 0x40;
  private static final int ACK_REQUEST_BIT = 0x80;
  private static final int MASK_24 = 0xffffff;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static Bth read(ByteBuffer frame, int at) {
    int flags = frame.get(at + FLAGS);
    int congestion = frame.get(at + CONGESTION);
    return new Bth(
        Opcode.of(frame.get(at + OPCODE)),
        (flags & SOLICITED_EVENT_BIT) != 0,
        (flags & MIG_REQ_BIT) != 0,
        (flags >> PAD_COUNT_SHIFT) & PAD_COUNT_MASK,
        flags & TRANSPORT_VERSION_MASK,
        Short.toUnsignedInt(frame.getShort(at + P_KEY)),
        (congestion & FECN_BIT) != 0,
        (congestion & BECN_BIT) != 0,
        frame.getInt(at + DESTINATION_QP) & MASK_24,
        (frame.get(at + ACK_REQUEST) & ACK_REQUEST_BIT) != 0,
        frame.getInt(at + PSN) & Psn.MASK);
  }

  /** {@return the {@link #pKey()} of the header at {@code at}, of which no more is read} */
  public static int pKey(byte[] frame, int at) {
    return NetworkOrder.shortAt(frame, at + P_KEY);
  }
}
