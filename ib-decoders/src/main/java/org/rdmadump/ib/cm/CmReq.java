package org.rdmadump.ib.cm;

import org.rdmadump.ib.Gid;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.mad.MadHeader;

/**
 * REQ: asks for a connection and describes the asking end.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID        44  3 Starting PSN
 *   4  1 reserved, 3 VendorID          47  1 Local CM Response Timeout (5), Retry Count (3)
 *   8  8 ServiceID                     48  2 Partition Key
 *  16  8 Local CA GUID                 50  1 Path MTU (4), RDC Exists (1), RNR Retry Count (3)
 *  24  4 reserved                      51  1 Max CM Retries (4), SRQ (1), Extended Transport (3)
 *  28  4 Local Q_Key                   52  4 Primary Local, Remote Port LID
 *  32  3 Local QPN                     56 16 Primary Local Port GID
 *  35  1 Responder Resources           72 16 Primary Remote Port GID
 *  36  3 Local EECN                    88  8 Primary flow label, rate, class, hops, SL, timeout
 *  39  1 Initiator Depth               96 44 the same of the alternate path
 *  40  3 Remote EECN                  140 92 PrivateData
 *  43  1 Remote CM Response Timeout (5), Transport Service Type (2), Flow Control (1)
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.5. VendorID is of Enhanced Connection
 * Establishment; to ends without it the three bytes are reserved, and 0.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the asking end's name for the connection
 * @param vendorId IEEE number of the vendor whose extensions the asking end offers, 24 bits; 0 if
 *     none
 * @param serviceId what is asked for
 * @param localCaGuid channel adapter of the asking end
 * @param localQpn queue pair of the asking end, 24 bits
 * @param responderResources RDMA Reads and atomics that it serves at once
 * @param initiatorDepth RDMA Reads and atomics that it wants to have outstanding
 * @param transportServiceType 0 RC, 1 UC, 2 RD, 3 see the extended transport type
 * @param startingPsn PSN with which the receiver is to begin, 24 bits
 * @param retryCount how often the other end is to send again, 0 to 7
 * @param pKey partition key
 * @param pathMtuCode path MTU as on the wire, see {@link #pathMtu()}
 * @param rnrRetryCount how often the other end is to send again after an RNR NAK; 7 is for ever
 * @param primaryLocalGid port of the asking end
 * @param primaryRemoteGid port of the asked end
 * @param localAckTimeout how long the other end is to wait for an acknowledgement on the primary
 *     path, 4.096 microseconds times two to this power; 0 is for ever
 * @param privateData with IP addressing begins with an {@link IpCmPrivateData}
 */
public record CmReq(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int vendorId,
    ServiceId serviceId,
    long localCaGuid,
    int localQpn,
    int responderResources,
    int initiatorDepth,
    int transportServiceType,
    int startingPsn,
    int retryCount,
    int pKey,
    int pathMtuCode,
    int rnrRetryCount,
    Gid primaryLocalGid,
    Gid primaryRemoteGid,
    int localAckTimeout,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #vendorId()}. */
    VENDOR_ID(5, 3),
    /** {@link #serviceId()}. */
    SERVICE_ID(8, 8),
    /** {@link #localCaGuid()}. */
    LOCAL_CA_GUID(16, 8),
    /** {@link #localQpn()}. */
    LOCAL_QPN(32, 3),
    /** {@link #responderResources()}. */
    RESPONDER_RESOURCES(35, 1),
    /** {@link #initiatorDepth()}. */
    INITIATOR_DEPTH(39, 1),
    /** {@link #transportServiceType()}. */
    TRANSPORT_SERVICE_TYPE(43, 1),
    /** {@link #startingPsn()}. */
    STARTING_PSN(44, 3),
    /** {@link #retryCount()}. */
    RETRY_COUNT(47, 1),
    /** {@link #pKey()}. */
    P_KEY(48, 2),
    /** {@link #pathMtuCode()}. */
    PATH_MTU(50, 1),
    /** {@link #rnrRetryCount()}. */
    RNR_RETRY_COUNT(50, 1),
    /** {@link #primaryLocalGid()}. */
    PRIMARY_LOCAL_GID(56, 16),
    /** {@link #primaryRemoteGid()}. */
    PRIMARY_REMOTE_GID(72, 16),
    /** {@link #localAckTimeout()}. */
    LOCAL_ACK_TIMEOUT(95, 1);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 140;
  private static final int PRIVATE_DATA_LENGTH = 92;

  private static final int TRANSPORT_SERVICE_SHIFT = 1;
  private static final int TRANSPORT_SERVICE_MASK = 0x3;
  private static final int RETRY_MASK = 0x7;
  private static final int PATH_MTU_SHIFT = 4;
  private static final int ACK_TIMEOUT_SHIFT = 3;

  static CmReq read(MadHeader header, Mad mad) {
    int mtuAndRnr = mad.u8(Field.PATH_MTU.offset);
    return new CmReq(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u24(Field.VENDOR_ID.offset),
        new ServiceId(mad.u64(Field.SERVICE_ID.offset)),
        mad.u64(Field.LOCAL_CA_GUID.offset),
        mad.u24(Field.LOCAL_QPN.offset),
        mad.u8(Field.RESPONDER_RESOURCES.offset),
        mad.u8(Field.INITIATOR_DEPTH.offset),
        (mad.u8(Field.TRANSPORT_SERVICE_TYPE.offset) >> TRANSPORT_SERVICE_SHIFT)
            & TRANSPORT_SERVICE_MASK,
        mad.u24(Field.STARTING_PSN.offset),
        mad.u8(Field.RETRY_COUNT.offset) & RETRY_MASK,
        mad.u16(Field.P_KEY.offset),
        mtuAndRnr >> PATH_MTU_SHIFT,
        mtuAndRnr & RETRY_MASK,
        mad.gid(Field.PRIMARY_LOCAL_GID.offset),
        mad.gid(Field.PRIMARY_REMOTE_GID.offset),
        mad.u8(Field.LOCAL_ACK_TIMEOUT.offset) >> ACK_TIMEOUT_SHIFT,
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  /** {@return the path MTU, {@link PathMtu#RESERVED} if unknown or not captured} */
  public PathMtu pathMtu() {
    return PathMtu.of(pathMtuCode);
  }

  @Override
  public CmKind kind() {
    return CmKind.REQ;
  }
}
