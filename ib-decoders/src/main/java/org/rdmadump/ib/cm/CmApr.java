package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * APR: answers a LAP.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID
 *   4  4 Remote Communication ID
 *   8  1 length of the additional information
 *   9  1 AP status
 *  10  2 reserved
 *  12  72 additional information
 *  84  148 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.8.2.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the sender's name for the connection
 * @param remoteCommunicationId the receiver's name for it
 * @param status 0 if the path was loaded, else why not
 * @param information more on the status, in a form that depends on it
 * @param privateData what the sending program says
 */
public record CmApr(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    int status,
    Slice information,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4),
    /** Length of {@link #information()}. */
    INFORMATION_LENGTH(8, 1),
    /** {@link #status()}. */
    STATUS(9, 1);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int INFORMATION = MadHeader.LENGTH + 12;
  private static final int INFORMATION_MAX_LENGTH = 72;
  private static final int PRIVATE_DATA = MadHeader.LENGTH + 84;
  private static final int PRIVATE_DATA_LENGTH = 148;

  static CmApr read(MadHeader header, Mad mad) {
    return new CmApr(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.u8(Field.STATUS.offset),
        mad.slice(
            INFORMATION, Math.min(mad.u8(Field.INFORMATION_LENGTH.offset), INFORMATION_MAX_LENGTH)),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.APR;
  }
}
