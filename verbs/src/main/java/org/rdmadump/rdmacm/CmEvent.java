package org.rdmadump.rdmacm;

import java.util.Optional;

/**
 * An event of an identifier: {@code struct rdma_cm_event}, rdma_get_cm_event(3). Its contents stay
 * readable after close.
 *
 * <p>Closing acknowledges the event, rdma_ack_cm_event(3). The libraries block on unacknowledged
 * events when an identifier is closed, leaves a group or moves to another channel. These three
 * therefore acknowledge the remaining events first.
 */
public final class CmEvent implements AutoCloseable {
  private final RdmaCmId id;
  private final Optional<RdmaCmId> listener;
  private final Optional<MulticastGroup> group;
  private final EventDetails details;
  private final PendingEvents pending;
  private final Acknowledgement acknowledgement;

  /** Creates an event, pending until it is closed. */
  CmEvent(
      RdmaCmId id,
      Optional<RdmaCmId> listener,
      Optional<MulticastGroup> group,
      EventDetails details,
      PendingEvents pending,
      Acknowledgement acknowledgement) {
    this.id = id;
    this.listener = listener;
    this.group = group;
    this.details = details;
    this.pending = pending;
    this.acknowledgement = acknowledgement;
  }

  /** {@return the type of the event} */
  public CmEventType type() {
    return details.type();
  }

  /** {@return 0, or the reason of a failure, see {@link EventDetails#status}} */
  public int status() {
    return details.status();
  }

  /**
   * {@return the identifier of the event} For {@link CmEventType#CONNECT_REQUEST} it is a new
   * identifier, which the caller accepts or rejects, and closes.
   */
  public RdmaCmId id() {
    return id;
  }

  /** {@return the listening identifier; only for {@link CmEventType#CONNECT_REQUEST}} */
  public Optional<RdmaCmId> listener() {
    return listener;
  }

  /**
   * {@return the group; only for {@link CmEventType#MULTICAST_JOIN} and {@link
   * CmEventType#MULTICAST_ERROR}}
   */
  public Optional<MulticastGroup> group() {
    return group;
  }

  /** {@return the peer's parameters, see {@link EventDetails#connection}} */
  public ConnectionParameters connection() {
    return details.connection();
  }

  /** {@return the destination of datagrams; only for datagram identifiers and multicast groups} */
  public Optional<UdParameters> datagram() {
    return details.datagram();
  }

  /** {@return the contents of the event, without identifiers} */
  public EventDetails details() {
    return details;
  }

  /** Acknowledges the event; has no effect the second time. */
  @Override
  public void close() {
    pending.acknowledge(acknowledgement);
  }

  @Override
  public String toString() {
    return details.toString();
  }
}
