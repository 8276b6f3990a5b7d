package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * RTU or DREP, which have the same fields: the asking end is ready to use the connection, or the
 * asked one agrees to its end.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID
 *   4  4 Remote Communication ID
 *   8 224 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.9 and 12.6.11.
 *
 * @param kind {@link CmKind#RTU} or {@link CmKind#DREP}
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the sender's name for the connection
 * @param remoteCommunicationId the receiver's name for it
 * @param privateData what the sending program says
 */
public record CmConfirmation(
    CmKind kind,
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 8;
  private static final int PRIVATE_DATA_LENGTH = 224;

  static CmConfirmation read(CmKind kind, MadHeader header, Mad mad) {
    return new CmConfirmation(
        kind,
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }
}
