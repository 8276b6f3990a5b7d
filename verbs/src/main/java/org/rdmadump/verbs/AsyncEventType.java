package org.rdmadump.verbs;

/** What happened to a device or its queues: {@code enum ibv_event_type}, ibv_get_async_event(3). */
public enum AsyncEventType {
  /** A completion queue overran. */
  CQ_ERROR(0),
  /** A queue pair failed. */
  QP_FATAL(1),
  /** A queue pair refused a request. */
  QP_REQUEST_ERROR(2),
  /** A queue pair was accessed as it may not be. */
  QP_ACCESS_ERROR(3),
  /** A packet came before the connection was established. */
  COMMUNICATION_ESTABLISHED(4),
  /** A send queue is drained. */
  SQ_DRAINED(5),
  /** A connection migrated. */
  PATH_MIGRATED(6),
  /** A connection could not migrate. */
  PATH_MIGRATION_ERROR(7),
  /** The device failed. */
  DEVICE_FATAL(8),
  /** A port came up. */
  PORT_ACTIVE(9),
  /** A port went down. */
  PORT_ERROR(10),
  /** A port has another LID. */
  LID_CHANGE(11),
  /** A port has other partition keys. */
  PKEY_CHANGE(12),
  /** A port has another subnet manager. */
  SM_CHANGE(13),
  /** A shared receive queue failed. */
  SRQ_ERROR(14),
  /** A shared receive queue runs low. */
  SRQ_LIMIT_REACHED(15),
  /** A queue pair took its last receive of a shared queue. */
  QP_LAST_WQE_REACHED(16),
  /** The subnet manager wants subscriptions anew. */
  CLIENT_REREGISTER(17),
  /** A port has other GIDs. */
  GID_CHANGE(18),
  /** A work queue failed. */
  WQ_FATAL(19),
  /** One that is not here. */
  UNKNOWN(-1);

  private static final AsyncEventType[] VALUES = values();

  private final int code;

  AsyncEventType(int code) {
    this.code = code;
  }

  /** {@return the one of that number, {@link #UNKNOWN} if there is none} */
  public static AsyncEventType of(int code) {
    for (AsyncEventType each : VALUES) {
      if (each.code == code) {
        return each;
      }
    }
    return UNKNOWN;
  }

  /** {@return its number in infiniband/verbs.h} */
  public int code() {
    return code;
  }
}
