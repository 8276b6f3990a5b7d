package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * REP: accepts a connection and describes the accepting end.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID        23  1 VendorID, low
 *   4  4 Remote Communication ID       24  1 Responder Resources
 *   8  4 Local Q_Key                   25  1 Initiator Depth
 *  12  3 Local QPN                     26  1 Target ACK Delay (5), Failover (2), Flow Control (1)
 *  15  1 VendorID, high                27  1 RNR Retry Count (3), SRQ (1), reserved (4)
 *  16  3 Local EECN                    28  8 Local CA GUID
 *  19  1 VendorID, middle              36 196 PrivateData
 *  20  3 Starting PSN
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.8. VendorID is of Enhanced Connection
 * Establishment; to ends without it the three bytes are reserved, and 0.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the accepting end's name for the connection
 * @param remoteCommunicationId the asking end's name for it
 * @param localQpn queue pair of the accepting end, 24 bits
 * @param startingPsn PSN with which the receiver is to begin, 24 bits
 * @param vendorId IEEE number of the vendor whose extensions the accepting end takes, 24 bits; 0 if
 *     none
 * @param responderResources RDMA Reads and atomics that it serves at once
 * @param initiatorDepth RDMA Reads and atomics that it will have outstanding
 * @param rnrRetryCount how often the asking end is to send again after an RNR NAK; 7 is for ever
 * @param localCaGuid channel adapter of the accepting end
 * @param privateData what the accepting program says
 */
public record CmRep(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    int localQpn,
    int startingPsn,
    int vendorId,
    int responderResources,
    int initiatorDepth,
    int rnrRetryCount,
    long localCaGuid,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4),
    /** {@link #localQpn()}. */
    LOCAL_QPN(12, 3),
    /** {@link #startingPsn()}. */
    STARTING_PSN(20, 3),
    /** {@link #vendorId()}, of which this is the last byte. */
    VENDOR_ID(23, 1),
    /** {@link #responderResources()}. */
    RESPONDER_RESOURCES(24, 1),
    /** {@link #initiatorDepth()}. */
    INITIATOR_DEPTH(25, 1),
    /** {@link #rnrRetryCount()}. */
    RNR_RETRY_COUNT(27, 1),
    /** {@link #localCaGuid()}. */
    LOCAL_CA_GUID(28, 8);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 36;
  private static final int PRIVATE_DATA_LENGTH = 196;

  private static final int VENDOR_HIGH = MadHeader.LENGTH + 15;
  private static final int VENDOR_MIDDLE = MadHeader.LENGTH + 19;

  private static final int RNR_RETRY_SHIFT = 5;

  static CmRep read(MadHeader header, Mad mad) {
    return new CmRep(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.u24(Field.LOCAL_QPN.offset),
        mad.u24(Field.STARTING_PSN.offset),
        vendorId(mad),
        mad.u8(Field.RESPONDER_RESOURCES.offset),
        mad.u8(Field.INITIATOR_DEPTH.offset),
        mad.u8(Field.RNR_RETRY_COUNT.offset) >> RNR_RETRY_SHIFT,
        mad.u64(Field.LOCAL_CA_GUID.offset),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  private static int vendorId(Mad mad) {
    int low = Field.VENDOR_ID.offset;
    return mad.has(low, 1)
        ? mad.u8(VENDOR_HIGH) << Short.SIZE | mad.u8(VENDOR_MIDDLE) << Byte.SIZE | mad.u8(low)
        : 0;
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.REP;
  }
}
