package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * SIDR_REQ: asks for the queue pair of an unreliable datagram service.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 RequestID
 *   4  2 P_Key
 *   6  2 reserved
 *   8  8 ServiceID
 *  16  216 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.11.1.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param requestId the sender's name for the request
 * @param partitionKey 16 bits
 * @param serviceId what is asked for
 * @param privateData what the sending program says; with IP addressing begins with an {@link
 *     IpCmPrivateData}
 */
public record CmSidrReq(
    MadHeader header,
    int presentBytes,
    int requestId,
    int partitionKey,
    ServiceId serviceId,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #requestId()}. */
    REQUEST_ID(0, 4),
    /** {@link #partitionKey()}. */
    PARTITION_KEY(4, 2),
    /** {@link #serviceId()}. */
    SERVICE_ID(8, 8);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int PRIVATE_DATA = MadHeader.LENGTH + 16;
  private static final int PRIVATE_DATA_LENGTH = 216;

  static CmSidrReq read(MadHeader header, Mad mad) {
    return new CmSidrReq(
        header,
        mad.present(),
        mad.u32(Field.REQUEST_ID.offset),
        mad.u16(Field.PARTITION_KEY.offset),
        new ServiceId(mad.u64(Field.SERVICE_ID.offset)),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.SIDR_REQ;
  }
}
