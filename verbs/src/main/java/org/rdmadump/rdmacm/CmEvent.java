package org.rdmadump.rdmacm;

import java.util.Optional;

/**
 * An event of an identifier: {@code struct rdma_cm_event}, rdma_get_cm_event(3). What it says stays
 * readable when it is closed.
 *
 * <p>Closing acknowledges it, rdma_ack_cm_event(3). The libraries would wait for that when the
 * identifier is closed, leaves a group or moves to another channel: those acknowledge what is left.
 */
public final class CmEvent implements AutoCloseable {
  private final RdmaCmId id;
  private final Optional<RdmaCmId> listener;
  private final EventDetails details;
  private final PendingEvents pending;
  private final Acknowledgement acknowledgement;

  /** An event that counts as pending until it is closed. */
  CmEvent(
      RdmaCmId id,
      Optional<RdmaCmId> listener,
      EventDetails details,
      PendingEvents pending,
      Acknowledgement acknowledgement) {
    this.id = id;
    this.listener = listener;
    this.details = details;
    this.pending = pending;
    this.acknowledgement = acknowledgement;
  }

  /** {@return what happened} */
  public CmEventType type() {
    return details.type();
  }

  /** {@return 0, or why it failed, see {@link EventDetails#status}} */
  public int status() {
    return details.status();
  }

  /**
   * {@return the identifier that the event is about; with {@link CmEventType#CONNECT_REQUEST} the
   * new identifier, which is to be accepted or rejected, and closed}
   */
  public RdmaCmId id() {
    return id;
  }

  /** {@return the identifier that listens, with {@link CmEventType#CONNECT_REQUEST}} */
  public Optional<RdmaCmId> listener() {
    return listener;
  }

  /** {@return what the other side said, see {@link EventDetails#connection}} */
  public ConnectionParameters connection() {
    return details.connection();
  }

  /** {@return where datagrams go; with identifiers of datagrams and with groups} */
  public Optional<UdParameters> datagram() {
    return details.datagram();
  }

  /** {@return what the event says, without identifiers} */
  public EventDetails details() {
    return details;
  }

  /** Acknowledges it; does nothing if that is done. */
  @Override
  public void close() {
    pending.acknowledge(acknowledgement);
  }

  @Override
  public String toString() {
    return details.toString();
  }
}
