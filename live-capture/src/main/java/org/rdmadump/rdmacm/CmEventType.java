package org.rdmadump.rdmacm;

/** What happened: {@code enum rdma_cm_event_type}, rdma_get_cm_event(3). */
public enum CmEventType {
  /** An address was resolved. */
  ADDR_RESOLVED,
  /** An address could not be resolved. */
  ADDR_ERROR,
  /** A route was resolved. */
  ROUTE_RESOLVED,
  /** A route could not be resolved. */
  ROUTE_ERROR,
  /** Somebody wants to connect; {@link CmEvent#id} is the new identifier. */
  CONNECT_REQUEST,
  /** The other side agreed; only where the queue pair was not made by librdmacm. */
  CONNECT_RESPONSE,
  /** Connecting failed. */
  CONNECT_ERROR,
  /** The other side cannot be reached, or does not answer. */
  UNREACHABLE,
  /** The other side rejected the connection. */
  REJECTED,
  /** The connection is there. */
  ESTABLISHED,
  /** The connection was ended. */
  DISCONNECTED,
  /** The device went away. */
  DEVICE_REMOVAL,
  /** A multicast group was joined. */
  MULTICAST_JOIN,
  /** A multicast group could not be joined, or was lost. */
  MULTICAST_ERROR,
  /** The net device of the identifier got another address. */
  ADDR_CHANGE,
  /** The queue pair may be used anew. */
  TIMEWAIT_EXIT,
  /** One that is not here. */
  UNKNOWN;

  private static final CmEventType[] VALUES = values();

  /** {@return the one of that number, {@link #UNKNOWN} if there is none} */
  public static CmEventType of(int code) {
    return code >= 0 && code < VALUES.length ? VALUES[code] : UNKNOWN;
  }

  /** {@return its number in rdma/rdma_cma.h} */
  public int code() {
    return ordinal();
  }
}
