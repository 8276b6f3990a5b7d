package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * SIDR_REP: answers a SIDR_REQ.
 *
 * <pre>
 * data   offset in the data, bytes
 *   0  4 RequestID
 *   4  1 status
 *   5  1 length of the additional information
 *   6  2 VendorID, high and middle
 *   8  3 QPN
 *  11  1 VendorID, low
 *  12  8 ServiceID
 *  20  4 Q_Key
 *  24  72 additional information
 *  96  136 PrivateData
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.11.2. VendorID is of Enhanced Connection
 * Establishment; to ends without it the three bytes are reserved, and 0.
 *
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 * @param requestId the request's name
 * @param status 0 if the queue pair is valid, 1 unknown service, 2 refused by it, 3 no queue pair,
 *     4 to be asked elsewhere, 5 version not supported
 * @param qpn queue pair of the service, 24 bits
 * @param vendorId IEEE number of the vendor whose extensions the sender takes, 24 bits; 0 if none
 * @param serviceId what was asked for
 * @param queueKey key of the queue pair
 * @param information more on the status, in a form that depends on it
 * @param privateData what the sending program says
 */
public record CmSidrRep(
    MadHeader header,
    int presentBytes,
    int requestId,
    int status,
    int qpn,
    int vendorId,
    ServiceId serviceId,
    int queueKey,
    Slice information,
    Slice privateData)
    implements CmMessage {

  /** The fields, in the order of the wire, so that all before a captured one are captured too. */
  public enum Field {
    /** {@link #requestId()}. */
    REQUEST_ID(0, 4),
    /** {@link #status()}. */
    STATUS(4, 1),
    /** Length of {@link #information()}. */
    INFORMATION_LENGTH(5, 1),
    /** {@link #qpn()}. */
    QPN(8, 3),
    /** {@link #vendorId()}, of which this is the last byte. */
    VENDOR_ID(11, 1),
    /** {@link #serviceId()}. */
    SERVICE_ID(12, 8),
    /** {@link #queueKey()}. */
    QUEUE_KEY(20, 4);

    private final int offset;
    private final int length;

    Field(int offset, int length) {
      this.offset = MadHeader.LENGTH + offset;
      this.length = length;
    }
  }

  private static final int VENDOR_HIGH = MadHeader.LENGTH + 6;
  private static final int INFORMATION = MadHeader.LENGTH + 24;
  private static final int INFORMATION_MAX_LENGTH = 72;
  private static final int PRIVATE_DATA = MadHeader.LENGTH + 96;
  private static final int PRIVATE_DATA_LENGTH = 136;

  static CmSidrRep read(MadHeader header, Mad mad) {
    return new CmSidrRep(
        header,
        mad.present(),
        mad.u32(Field.REQUEST_ID.offset),
        mad.u8(Field.STATUS.offset),
        mad.u24(Field.QPN.offset),
        vendorId(mad),
        new ServiceId(mad.u64(Field.SERVICE_ID.offset)),
        mad.u32(Field.QUEUE_KEY.offset),
        mad.slice(
            INFORMATION, Math.min(mad.u8(Field.INFORMATION_LENGTH.offset), INFORMATION_MAX_LENGTH)),
        mad.slice(PRIVATE_DATA, PRIVATE_DATA_LENGTH));
  }

  private static int vendorId(Mad mad) {
    int low = Field.VENDOR_ID.offset;
    return mad.has(low, 1) ? mad.u16(VENDOR_HIGH) << Byte.SIZE | mad.u8(low) : 0;
  }

  /** {@return whether the field was captured} */
  public boolean has(Field field) {
    return presentBytes - field.offset >= field.length;
  }

  @Override
  public CmKind kind() {
    return CmKind.SIDR_REP;
  }
}
