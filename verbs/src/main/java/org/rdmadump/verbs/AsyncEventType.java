package org.rdmadump.verbs;

/**
 * The type of an asynchronous event of a device or its queues: {@code enum ibv_event_type},
 * ibv_get_async_event(3).
 */
public enum AsyncEventType {
  /** A completion queue overran. */
  CQ_ERROR(0),
  /** A queue pair failed. */
  QP_FATAL(1),
  /** A queue pair refused a request. */
  QP_REQUEST_ERROR(2),
  /** An access to a queue pair violated its protection. */
  QP_ACCESS_ERROR(3),
  /** A packet arrived before the connection was established. */
  COMMUNICATION_ESTABLISHED(4),
  /** A send queue is drained. */
  SQ_DRAINED(5),
  /** A connection migrated to its alternate path. */
  PATH_MIGRATED(6),
  /** A connection failed to migrate. */
  PATH_MIGRATION_ERROR(7),
  /** The device failed. */
  DEVICE_FATAL(8),
  /** A port came up. */
  PORT_ACTIVE(9),
  /** A port went down. */
  PORT_ERROR(10),
  /** The LID of a port changed. */
  LID_CHANGE(11),
  /** The partition keys of a port changed. */
  PKEY_CHANGE(12),
  /** A port has a new subnet manager. */
  SM_CHANGE(13),
  /** A shared receive queue failed. */
  SRQ_ERROR(14),
  /** A shared receive queue has fewer receives than its limit. */
  SRQ_LIMIT_REACHED(15),
  /** A queue pair took its last receive from a shared receive queue. */
  QP_LAST_WQE_REACHED(16),
  /** The subnet manager asks clients to subscribe again. */
  CLIENT_REREGISTER(17),
  /** The GIDs of a port changed. */
  GID_CHANGE(18),
  /** A work queue failed. */
  WQ_FATAL(19),
  /** Any other type. */
  UNKNOWN(-1);

  private static final AsyncEventType[] VALUES = values();

  private final int code;

  AsyncEventType(int code) {
    this.code = code;
  }

  /** {@return the type with this number, or {@link #UNKNOWN}} */
  public static AsyncEventType of(int code) {
    for (AsyncEventType each : VALUES) {
      if (each.code == code) {
        return each;
      }
    }
    return UNKNOWN;
  }

  /** {@return whether events of this type are about a port of the device} */
  public boolean isOfPort() {
    return switch (this) {
      case PORT_ACTIVE,
          PORT_ERROR,
          LID_CHANGE,
          PKEY_CHANGE,
          SM_CHANGE,
          CLIENT_REREGISTER,
          GID_CHANGE ->
          true;
      default -> false;
    };
  }

  /** {@return whether events of this type are about a queue pair} */
  public boolean isOfQueuePair() {
    return switch (this) {
      case QP_FATAL,
          QP_REQUEST_ERROR,
          QP_ACCESS_ERROR,
          COMMUNICATION_ESTABLISHED,
          SQ_DRAINED,
          PATH_MIGRATED,
          PATH_MIGRATION_ERROR,
          QP_LAST_WQE_REACHED ->
          true;
      default -> false;
    };
  }

  /** {@return whether events of this type are about a shared receive queue} */
  public boolean isOfSharedQueue() {
    return this == SRQ_ERROR || this == SRQ_LIMIT_REACHED;
  }

  /** {@return the number in infiniband/verbs.h, or -1 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }
}
