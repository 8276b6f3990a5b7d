package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * REJ: refuses a connection.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID
 *   4  4 Remote Communication ID
 *   8  1 Message REJected (2), reserved (6)
 *   9  1 Reject Info Length (7), reserved (1)
 *  10  2 Reason
 *  12 72 Additional Reject Information (ARI)
 *  84 148 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.7.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the sender's name for the connection
 * @param remoteCommunicationId the receiver's name for it
 * @param rejectedMessageCode what is refused: 0 the REQ, 1 the REP, 2 none in particular
 * @param reasonCode why, 16 bits, see {@link #reason()}
 * @param information what would have been accepted, in a form that depends on the reason
 * @param privateData what the sending program says
 */
public record CmRej(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    int rejectedMessageCode,
    int reasonCode,
    Slice information,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4),
    /** {@link #rejectedMessageCode()}. */
    REJECTED_MESSAGE(8, 1),
    /** Length of {@link #information()}. */
    INFORMATION_LENGTH(9, 1),
    /** {@link #reasonCode()}. */
    REASON(10, 2);

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

  private static final int REJECTED_MESSAGE_SHIFT = 6;
  private static final int INFORMATION_LENGTH_SHIFT = 1;

  static CmRej read(MadHeader header, Mad mad) {
    return new CmRej(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.u8(Field.REJECTED_MESSAGE.offset) >> REJECTED_MESSAGE_SHIFT,
        mad.u16(Field.REASON.offset),
        mad.slice(
            INFORMATION,
            Math.min(
                mad.u8(Field.INFORMATION_LENGTH.offset) >> INFORMATION_LENGTH_SHIFT,
                INFORMATION_MAX_LENGTH)),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  /** {@return why, {@link RejectReason#UNKNOWN} if unknown or not captured} */
  public RejectReason reason() {
    return RejectReason.of(reasonCode);
  }

  @Override
  public CmKind kind() {
    return CmKind.REJ;
  }
}
