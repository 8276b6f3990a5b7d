package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What happened to an identifier: {@code struct rdma_cm_event}, rdma_get_cm_event(3). What it says
 * stays readable when it is closed.
 *
 * <p>Closing acknowledges it, rdma_ack_cm_event(3). The libraries would wait for that when the
 * identifier is closed, leaves a group or moves to another channel: those acknowledge what is left.
 */
public final class CmEvent implements AutoCloseable {
  private final RdmaCm cm;
  private final RdmaCmId id;
  private final Optional<RdmaCmId> listener;
  private final CmEventType type;
  private final int status;
  private final ConnectionParameters connection;
  private final Optional<UdParameters> datagram;

  /** {@code struct rdma_cm_event}; 0 when it is acknowledged. Held by the lock of the event. */
  private long pointer;

  /** One that the library wrote down. */
  CmEvent(RdmaCm cm, RdmaCmId id, Optional<RdmaCmId> listener, ByteBuffer record) {
    this.cm = cm;
    this.id = id;
    this.listener = listener;
    this.type = CmEventType.of(record.getInt(Layout.EVENT_TYPE));
    this.status = record.getInt(Layout.EVENT_STATUS);
    this.connection = connection(record);
    this.datagram =
        record.getInt(Layout.EVENT_DATAGRAM) == 0
            ? Optional.empty()
            : Optional.of(datagram(record));
    this.pointer = record.getLong(Layout.EVENT_POINTER);
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

  /** {@return what happened} */
  public CmEventType type() {
    return type;
  }

  /**
   * {@return 0, or why it failed: a negated errno, or with {@link CmEventType#REJECTED} the reason
   * of the transport; with InfiniBand and RoCE that of IBTA 12.6.7.2, where 28 is the other side's
   * own wish and 8 that nobody listens}
   */
  public int status() {
    return status;
  }

  /**
   * {@return whom it is about; with {@link CmEventType#CONNECT_REQUEST} the new identifier, which
   * is to be accepted or rejected, and closed}
   */
  public RdmaCmId id() {
    return id;
  }

  /** {@return who listens, with {@link CmEventType#CONNECT_REQUEST}} */
  public Optional<RdmaCmId> listener() {
    return listener;
  }

  /**
   * {@return what the other side said when it connected, accepted or rejected; all zero with events
   * that have nothing of it}
   */
  public ConnectionParameters connection() {
    return connection;
  }

  /** {@return where datagrams go; with identifiers of datagrams and with groups} */
  public Optional<UdParameters> datagram() {
    return datagram;
  }

  /** {@return whom its acknowledgement is counted for} */
  RdmaCmId counted() {
    return listener.orElse(id);
  }

  /** Acknowledges it; does nothing if that is done. */
  @Override
  public void close() {
    acknowledge();
    counted().events.forget(this);
  }

  /** Acknowledges it, if that is not done. */
  synchronized void acknowledge() {
    if (pointer != 0) {
      CmNatives.ackEvent(cm.pointer, pointer);
      pointer = 0;
    }
  }

  @Override
  public String toString() {
    return type + (status == 0 ? "" : ", status " + status);
  }
}
