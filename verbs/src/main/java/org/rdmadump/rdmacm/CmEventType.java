package org.rdmadump.rdmacm;

/** The type of an event: {@code enum rdma_cm_event_type}, rdma_get_cm_event(3). */
public enum CmEventType {
  /** An address was resolved. */
  ADDR_RESOLVED(0),
  /** An address could not be resolved. */
  ADDR_ERROR(1),
  /** A route was resolved. */
  ROUTE_RESOLVED(2),
  /** A route could not be resolved. */
  ROUTE_ERROR(3),
  /** A peer asks to connect; {@link CmEvent#id} is the new identifier. */
  CONNECT_REQUEST(4),
  /** The peer accepted; only for queue pairs not made by librdmacm. */
  CONNECT_RESPONSE(5),
  /** Connecting failed. */
  CONNECT_ERROR(6),
  /** The peer cannot be reached or does not answer. */
  UNREACHABLE(7),
  /** The peer rejected the connection. */
  REJECTED(8),
  /** The connection is established. */
  ESTABLISHED(9),
  /** The connection was ended. */
  DISCONNECTED(10),
  /** The device was removed. */
  DEVICE_REMOVAL(11),
  /** A multicast group was joined. */
  MULTICAST_JOIN(12),
  /** Joining a multicast group failed, or the group was lost. */
  MULTICAST_ERROR(13),
  /** The address of the identifier's net device changed. */
  ADDR_CHANGE(14),
  /** The queue pair left the timewait state and may be reused. */
  TIMEWAIT_EXIT(15),
  /** Any other type. */
  UNKNOWN(-1);

  private static final CmEventType[] VALUES = values();

  private final int code;

  CmEventType(int code) {
    this.code = code;
  }

  /** {@return the type with this number, or {@link #UNKNOWN}} */
  public static CmEventType of(int code) {
    for (CmEventType each : VALUES) {
      if (each.code == code) {
        return each;
      }
    }
    return UNKNOWN;
  }

  /** {@return the number in rdma/rdma_cma.h, or -1 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }
}
