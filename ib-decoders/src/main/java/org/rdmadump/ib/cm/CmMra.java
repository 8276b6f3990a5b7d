package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * MRA: the asked one needs more time.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 Local Communication ID
 *   4  4 Remote Communication ID
 *   8  2 bits message that is acknowledged, 6 bits reserved
 *   9  5 bits service timeout, 3 bits reserved
 *  10  222 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6.6.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param localCommunicationId the sender's name for the connection
 * @param remoteCommunicationId the receiver's name for it
 * @param acknowledgedMessageCode what was received: 0 the REQ, 1 the REP, 2 the LAP
 * @param serviceTimeout how long it takes, 4.096 microseconds times two to this power
 * @param privateData what the sending program says
 */
public record CmMra(
    MadHeader header,
    int presentBytes,
    int localCommunicationId,
    int remoteCommunicationId,
    int acknowledgedMessageCode,
    int serviceTimeout,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #localCommunicationId()}. */
    LOCAL_COMMUNICATION_ID(0, 4),
    /** {@link #remoteCommunicationId()}. */
    REMOTE_COMMUNICATION_ID(4, 4),
    /** {@link #acknowledgedMessageCode()}. */
    ACKNOWLEDGED_MESSAGE(8, 1),
    /** {@link #serviceTimeout()}. */
    SERVICE_TIMEOUT(9, 1);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 10;
  private static final int PRIVATE_DATA_LENGTH = 222;

  private static final int ACKNOWLEDGED_MESSAGE_SHIFT = 6;
  private static final int SERVICE_TIMEOUT_SHIFT = 3;

  static CmMra read(MadHeader header, Mad mad) {
    return new CmMra(
        header,
        mad.present(),
        mad.u32(Field.LOCAL_COMMUNICATION_ID.offset),
        mad.u32(Field.REMOTE_COMMUNICATION_ID.offset),
        mad.u8(Field.ACKNOWLEDGED_MESSAGE.offset) >> ACKNOWLEDGED_MESSAGE_SHIFT,
        mad.u8(Field.SERVICE_TIMEOUT.offset) >> SERVICE_TIMEOUT_SHIFT,
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.MRA;
  }
}
