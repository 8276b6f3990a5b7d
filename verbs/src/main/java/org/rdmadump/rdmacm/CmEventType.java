package org.rdmadump.rdmacm;

/** What happened: {@code enum rdma_cm_event_type}, rdma_get_cm_event(3). */
public enum CmEventType {
  /** An address was resolved. */
  ADDR_RESOLVED(0),
  /** An address could not be resolved. */
  ADDR_ERROR(1),
  /** A route was resolved. */
  ROUTE_RESOLVED(2),
  /** A route could not be resolved. */
  ROUTE_ERROR(3),
  /** Somebody wants to connect; {@link CmEvent#id} is the new identifier. */
  CONNECT_REQUEST(4),
  /** The other side agreed; only where the queue pair was not made by librdmacm. */
  CONNECT_RESPONSE(5),
  /** Connecting failed. */
  CONNECT_ERROR(6),
  /** The other side cannot be reached, or does not answer. */
  UNREACHABLE(7),
  /** The other side rejected the connection. */
  REJECTED(8),
  /** The connection is there. */
  ESTABLISHED(9),
  /** The connection was ended. */
  DISCONNECTED(10),
  /** The device went away. */
  DEVICE_REMOVAL(11),
  /** A multicast group was joined. */
  MULTICAST_JOIN(12),
  /** A multicast group could not be joined, or was lost. */
  MULTICAST_ERROR(13),
  /** The net device of the identifier got another address. */
  ADDR_CHANGE(14),
  /** The queue pair may be used anew. */
  TIMEWAIT_EXIT(15),
  /** One that is not here. */
  UNKNOWN(-1);

  private static final CmEventType[] VALUES = values();

  private final int code;

  CmEventType(int code) {
    this.code = code;
  }

  /** {@return the one of that number, {@link #UNKNOWN} if there is none} */
  public static CmEventType of(int code) {
    for (CmEventType each : VALUES) {
      if (each.code == code) {
        return each;
      }
    }
    return UNKNOWN;
  }

  /** {@return its number in rdma/rdma_cma.h, -1 of {@link #UNKNOWN}} */
  public int code() {
    return code;
  }
}
