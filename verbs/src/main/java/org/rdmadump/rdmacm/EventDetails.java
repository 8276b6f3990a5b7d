package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What an event says: {@code struct rdma_cm_event} without the identifiers that it names.
 *
 * @param type what happened
 * @param status 0, or why it failed: a negated errno, or with {@link CmEventType#REJECTED} the
 *     reason of the transport; with InfiniBand and RoCE that of IBTA 12.6.7.2, where 28 is the
 *     other side's own wish and 8 that nobody listens
 * @param connection what the other side said when it connected, accepted or rejected; all zero with
 *     events that have nothing of it
 * @param datagram where datagrams go; with identifiers of datagrams and with groups
 */
public record EventDetails(
    CmEventType type,
    int status,
    ConnectionParameters connection,
    Optional<UdParameters> datagram) {
  /** {@return what an event says that the library in C wrote down} */
  static EventDetails read(ByteBuffer record) {
    return new EventDetails(
        CmEventType.of(record.getInt(Layout.EVENT_TYPE)),
        record.getInt(Layout.EVENT_STATUS),
        connection(record),
        record.getInt(Layout.EVENT_DATAGRAM) == 0
            ? Optional.empty()
            : Optional.of(datagram(record)));
  }

  private static byte[] privateData(ByteBuffer record) {
    return bytes(record, Layout.EVENT_PRIVATE, record.getInt(Layout.EVENT_PRIVATE_LENGTH));
  }

  private static byte[] bytes(ByteBuffer record, int at, int length) {
    byte[] bytes = new byte[length];
    record.get(at, bytes);
    return bytes;
  }

  private static int octet(ByteBuffer record, int at) {
    return Byte.toUnsignedInt(record.get(at));
  }

  private static ConnectionParameters connection(ByteBuffer record) {
    return new ConnectionParameters(
        privateData(record),
        octet(record, Layout.EVENT_RESPONDER_RESOURCES),
        octet(record, Layout.EVENT_INITIATOR_DEPTH),
        record.get(Layout.EVENT_FLOW_CONTROL) != 0,
        octet(record, Layout.EVENT_RETRY_COUNT) & 7,
        octet(record, Layout.EVENT_RNR_RETRY_COUNT) & 7,
        record.get(Layout.EVENT_SHARED_RECEIVE_QUEUE) != 0,
        record.getInt(Layout.EVENT_QUEUE_PAIR));
  }

  private static UdParameters datagram(ByteBuffer record) {
    return new UdParameters(
        privateData(record),
        bytes(record, Layout.EVENT_ADDRESS, Layout.ADDRESS_LENGTH),
        record.getInt(Layout.EVENT_QUEUE_PAIR),
        record.getInt(Layout.EVENT_QUEUE_KEY));
  }

  @Override
  public String toString() {
    return type + (status == 0 ? "" : ", status " + status);
  }
}
