package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The contents of an event: {@code struct rdma_cm_event} without its identifiers.
 *
 * @param type type of the event
 * @param status 0, or the reason of a failure: a negated errno, or for {@link CmEventType#REJECTED}
 *     the transport's reason. The reasons of InfiniBand and RoCE are in IBTA 12.6.7.2: 28 means the
 *     peer's program rejected, 8 that no program listens
 * @param connection the peer's parameters from connect, accept or reject; all zero for other events
 * @param datagram destination of datagrams; only for datagram identifiers and multicast groups
 */
public record EventDetails(
    CmEventType type,
    int status,
    ConnectionParameters connection,
    Optional<UdParameters> datagram) {
  /** {@return the event in a record of the library in C} */
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
