package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * DREQ: ends a connection.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID
 *   4  4 Remote Communication ID
 *   8  3 Remote QPN or EECN
 *  11  1 reserved
 *  12 220 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.10.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the sender's name for the connection
 * @param remoteCommunicationId the receiver's name for it
 * @param remoteQpn queue pair of the receiver, 24 bits
 * @param privateData what the sending program says
 */
public record CmDreq(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    int remoteQpn,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4),
    /** {@link #remoteQpn()}. */
    REMOTE_QPN(8, 3);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 12;
  private static final int PRIVATE_DATA_LENGTH = 220;

  static CmDreq read(MadHeader header, Mad mad) {
    return new CmDreq(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.u24(Field.REMOTE_QPN.offset),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.DREQ;
  }
}
