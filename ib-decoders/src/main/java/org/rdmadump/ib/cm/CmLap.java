package org.rdmadump.ib.cm;

import org.rdmadump.ib.Gid;
import org.rdmadump.ib.mad.MadHeader;

/**
 * LAP: asks to load an alternate path.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID
 *   4  4 Remote Communication ID
 *   8  4 reserved
 *  12  3 Remote QPN or EECN
 *  15  5 bits remote CM response timeout, 3 bits reserved
 *  16  4 reserved
 *  20  2 Alternate Local Port LID
 *  22  2 Alternate Remote Port LID
 *  24  16 Alternate Local Port GID
 *  40  16 Alternate Remote Port GID
 *  56  20 bits flow label, 4 bits reserved, 8 bits traffic class
 *  60  1 hop limit
 *  61  2 bits reserved, 6 bits packet rate
 *  62  4 bits SL, 1 bit subnet local, 3 bits reserved
 *  63  5 bits local ACK timeout, 3 bits reserved
 *  64  168 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.8.1.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the sender's name for the connection
 * @param remoteCommunicationId the receiver's name for it
 * @param remoteQpn queue pair of the receiver, 24 bits
 * @param remoteResponseTimeout how soon an answer is wanted, 4.096 microseconds times two to this
 *     power
 * @param localLid the sender's LID on the alternate path
 * @param remoteLid the receiver's LID on it
 * @param localGid the sender's GID on it
 * @param remoteGid the receiver's GID on it
 * @param flowLabel flow label on it, 20 bits
 * @param trafficClass traffic class on it
 * @param hopLimit hop limit on it
 * @param packetRate static rate on it, as coded by the specification
 * @param serviceLevel service level on it
 * @param subnetLocal whether it stays in the subnet
 * @param localAckTimeout 4.096 microseconds times two to this power
 * @param privateData what the sending program says
 */
public record CmLap(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    int remoteQpn,
    int remoteResponseTimeout,
    int localLid,
    int remoteLid,
    Gid localGid,
    Gid remoteGid,
    int flowLabel,
    int trafficClass,
    int hopLimit,
    int packetRate,
    int serviceLevel,
    boolean subnetLocal,
    int localAckTimeout,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4),
    /** {@link #remoteQpn()}. */
    REMOTE_QPN(12, 3),
    /** {@link #remoteResponseTimeout()}. */
    REMOTE_RESPONSE_TIMEOUT(15, 1),
    /** {@link #localLid()}. */
    LOCAL_LID(20, 2),
    /** {@link #remoteLid()}. */
    REMOTE_LID(22, 2),
    /** {@link #localGid()}. */
    LOCAL_GID(24, 16),
    /** {@link #remoteGid()}. */
    REMOTE_GID(40, 16),
    /** {@link #flowLabel()}. */
    FLOW_LABEL(56, 4),
    /** {@link #trafficClass()}. */
    TRAFFIC_CLASS(59, 1),
    /** {@link #hopLimit()}. */
    HOP_LIMIT(60, 1),
    /** {@link #packetRate()}. */
    PACKET_RATE(61, 1),
    /** {@link #serviceLevel()}. */
    SERVICE_LEVEL(62, 1),
    /** {@link #subnetLocal()}. */
    SUBNET_LOCAL(62, 1),
    /** {@link #localAckTimeout()}. */
    LOCAL_ACK_TIMEOUT(63, 1);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 64;
  private static final int PRIVATE_DATA_LENGTH = 168;

  private static final int REMOTE_RESPONSE_TIMEOUT_SHIFT = 3;
  private static final int FLOW_LABEL_SHIFT = 12;
  private static final int PACKET_RATE_MASK = 0x3f;
  private static final int SERVICE_LEVEL_SHIFT = 4;
  private static final int SUBNET_LOCAL_BIT = 0x08;
  private static final int LOCAL_ACK_TIMEOUT_SHIFT = 3;

  static CmLap read(MadHeader header, Mad mad) {
    return new CmLap(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.u24(Field.REMOTE_QPN.offset),
        mad.u8(Field.REMOTE_RESPONSE_TIMEOUT.offset) >> REMOTE_RESPONSE_TIMEOUT_SHIFT,
        mad.u16(Field.LOCAL_LID.offset),
        mad.u16(Field.REMOTE_LID.offset),
        mad.gid(Field.LOCAL_GID.offset),
        mad.gid(Field.REMOTE_GID.offset),
        mad.u32(Field.FLOW_LABEL.offset) >>> FLOW_LABEL_SHIFT,
        mad.u8(Field.TRAFFIC_CLASS.offset),
        mad.u8(Field.HOP_LIMIT.offset),
        mad.u8(Field.PACKET_RATE.offset) & PACKET_RATE_MASK,
        mad.u8(Field.SERVICE_LEVEL.offset) >> SERVICE_LEVEL_SHIFT,
        (mad.u8(Field.SUBNET_LOCAL.offset) & SUBNET_LOCAL_BIT) != 0,
        mad.u8(Field.LOCAL_ACK_TIMEOUT.offset) >> LOCAL_ACK_TIMEOUT_SHIFT,
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.LAP;
  }
}
