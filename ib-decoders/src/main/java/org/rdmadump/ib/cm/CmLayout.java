package org.rdmadump.ib.cm;

import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.mad.MadHeader;

/**
 * Where each message of communication management has its fields: an offset in the data of the
 * datagram, in bytes, and for a field of less than a byte the bit in it, 0 the most significant.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 12.6, 12.8 and 12.11.
 */
@SuppressWarnings("EnumOrdinal") // An index into a table of our own, never stored.
final class CmLayout {
  /**
   * 12.6.5. Not read: Q_Key (28), LIDs (52), label, rate, class, hops and SL of the primary path
   * (88), the alternate path (96 to 139), timeout and flow control in 43, 47 and 51.
   */
  private static final CmLayout REQ =
      new CmLayout(140, 92)
          .at(0, CmField.LOCAL_COMMUNICATION_ID)
          .at(5, CmField.VENDOR_ID)
          .at(8, CmField.SERVICE_ID)
          .at(16, CmField.LOCAL_CA_GUID)
          .at(32, CmField.LOCAL_QPN)
          .at(35, CmField.RESPONDER_RESOURCES)
          .at(36, CmField.LOCAL_EECN)
          .at(39, CmField.INITIATOR_DEPTH)
          .at(40, CmField.REMOTE_EECN)
          .at(43, 5, CmField.TRANSPORT_SERVICE_TYPE)
          .at(44, CmField.STARTING_PSN)
          .at(47, 5, CmField.RETRY_COUNT)
          .at(48, CmField.P_KEY)
          .at(50, CmField.PATH_MTU)
          .at(50, 5, CmField.RNR_RETRY_COUNT)
          .at(51, 5, CmField.EXTENDED_TRANSPORT_TYPE)
          .at(56, CmField.LOCAL_GID)
          .at(72, CmField.REMOTE_GID)
          .at(95, CmField.PRIMARY_ACK_TIMEOUT);

  /** 12.6.8. Not read: Q_Key (8), ACK delay, failover and flow control (26), SRQ (27). */
  private static final CmLayout REP =
      new CmLayout(36, 196)
          .ofConnection()
          .at(12, CmField.LOCAL_QPN)
          .at(16, CmField.LOCAL_EECN)
          .at(20, CmField.STARTING_PSN)
          .inBytes(CmField.VENDOR_ID, 15, 19, 23)
          .at(24, CmField.RESPONDER_RESOURCES)
          .at(25, CmField.INITIATOR_DEPTH)
          .at(27, CmField.RNR_RETRY_COUNT)
          .at(28, CmField.LOCAL_CA_GUID);

  /** 12.6.9 and 12.6.11: RTU and DREP have the same fields. */
  private static final CmLayout CONFIRMATION = new CmLayout(8, 224).ofConnection();

  /** 12.6.7. Not read: the length (9) of additional information (12), in a form of the reason. */
  private static final CmLayout REJ =
      new CmLayout(84, 148).ofConnection().at(8, CmField.REJECTED_MESSAGE).at(10, CmField.REASON);

  /** 12.6.6. */
  private static final CmLayout MRA =
      new CmLayout(10, 222)
          .ofConnection()
          .at(8, CmField.ACKNOWLEDGED_MESSAGE)
          .at(9, CmField.SERVICE_TIMEOUT);

  /** 12.6.10. */
  private static final CmLayout DREQ =
      new CmLayout(12, 220).ofConnection().at(8, CmField.REMOTE_QPN);

  /** 12.8.1. */
  private static final CmLayout LAP =
      new CmLayout(64, 168)
          .ofConnection()
          .at(12, CmField.REMOTE_QPN)
          .at(15, CmField.REMOTE_RESPONSE_TIMEOUT)
          .at(20, CmField.LOCAL_LID)
          .at(22, CmField.REMOTE_LID)
          .at(24, CmField.LOCAL_GID)
          .at(40, CmField.REMOTE_GID)
          .at(56, CmField.FLOW_LABEL)
          .at(59, CmField.TRAFFIC_CLASS)
          .at(60, CmField.HOP_LIMIT)
          .at(61, 2, CmField.PACKET_RATE)
          .at(62, CmField.SERVICE_LEVEL)
          .at(62, 4, CmField.SUBNET_LOCAL)
          .at(63, CmField.ALTERNATE_ACK_TIMEOUT);

  /** 12.8.2. Not read: the length (8) of additional information (12), in a form of the status. */
  private static final CmLayout APR = new CmLayout(84, 148).ofConnection().at(9, CmField.STATUS);

  /** 12.11.1. */
  private static final CmLayout SIDR_REQ =
      new CmLayout(16, 216)
          .at(0, CmField.REQUEST_ID)
          .at(4, CmField.P_KEY)
          .at(8, CmField.SERVICE_ID);

  /** 12.11.2. Not read: the length (5) of additional information (24), in a form of the status. */
  private static final CmLayout SIDR_REP =
      new CmLayout(96, 136)
          .at(0, CmField.REQUEST_ID)
          .at(4, CmField.STATUS)
          .at(8, CmField.QPN)
          .inBytes(CmField.VENDOR_ID, 6, 7, 11)
          .at(12, CmField.SERVICE_ID)
          .at(20, CmField.Q_KEY);

  /** A message that this version does not know: only its header is read. */
  private static final CmLayout UNKNOWN = new CmLayout(MadHeader.MAD_LENGTH - MadHeader.LENGTH, 0);

  private final int privateData;
  private final int privateDataLength;
  private final @Nullable Place[] places = new Place[CmField.values().length];

  /** The bytes of a field, counted from the first of the datagram, and the bits behind it. */
  static final class Place {
    private final int[] bytes;
    private final int bitsBehind;

    private Place(int bitsBehind, int... offsets) {
      this.bitsBehind = bitsBehind;
      this.bytes = offsets;
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] += MadHeader.LENGTH;
      }
    }

    /** {@return where its byte {@code i} is} */
    int byteAt(int i) {
      return bytes[i];
    }

    /** {@return how many bytes it is in} */
    int bytes() {
      return bytes.length;
    }

    /** {@return bits of its last byte that are of others} */
    int bitsBehind() {
      return bitsBehind;
    }

    /** {@return the byte behind it: captured up to there, it was captured} */
    int end() {
      return bytes[bytes.length - 1] + 1;
    }
  }

  private CmLayout(int privateData, int privateDataLength) {
    this.privateData = MadHeader.LENGTH + privateData;
    this.privateDataLength = privateDataLength;
  }

  /** {@return the layout of a message} */
  static CmLayout of(CmKind kind) {
    return switch (kind) {
      case REQ -> REQ;
      case REP -> REP;
      case RTU, DREP -> CONFIRMATION;
      case REJ -> REJ;
      case MRA -> MRA;
      case DREQ -> DREQ;
      case LAP -> LAP;
      case APR -> APR;
      case SIDR_REQ -> SIDR_REQ;
      case SIDR_REP -> SIDR_REP;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** {@return where a field is; null if messages of this layout do not have it} */
  @Nullable Place place(CmField field) {
    return places[field.ordinal()];
  }

  /** {@return what programs exchange, of a datagram of which so many bytes were captured} */
  Slice privateData(int present) {
    return Slice.of(privateData, privateDataLength, present);
  }

  private CmLayout ofConnection() {
    return at(0, CmField.LOCAL_COMMUNICATION_ID).at(4, CmField.REMOTE_COMMUNICATION_ID);
  }

  private CmLayout at(int offset, CmField field) {
    return at(offset, 0, field);
  }

  private CmLayout at(int offset, int bit, CmField field) {
    int end = bit + field.bits();
    int[] bytes = new int[(end + Byte.SIZE - 1) / Byte.SIZE];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = offset + i;
    }
    places[field.ordinal()] = new Place(bytes.length * Byte.SIZE - end, bytes);
    return this;
  }

  /** Puts a field where earlier versions had reserved bytes, the most significant first. */
  private CmLayout inBytes(CmField field, int... offsets) {
    places[field.ordinal()] = new Place(0, offsets);
    return this;
  }
}
