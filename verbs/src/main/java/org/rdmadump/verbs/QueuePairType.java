package org.rdmadump.verbs;

/** The service type of a queue pair: {@code enum ibv_qp_type}, ibv_create_qp(3). */
public enum QueuePairType {
  /** Reliable connection. */
  RC(2),
  /** Unreliable connection. */
  UC(3),
  /** Unreliable datagram. */
  UD(4),
  /** Sending side of an extended reliable connection. */
  XRC_SEND(9),
  /** Receiving side of an extended reliable connection. */
  XRC_RECEIVE(10),
  /** Any other type. */
  UNKNOWN(-1);

  private static final QueuePairType[] VALUES = values();

  private final int code;

  QueuePairType(int code) {
    this.code = code;
  }

  /** {@return the type with this number, or {@link #UNKNOWN}} */
  public static QueuePairType of(int code) {
    for (QueuePairType each : VALUES) {
      if (each.code == code) {
        return each;
      }
    }
    return UNKNOWN;
  }

  /** {@return the number in infiniband/verbs.h, or -1 for {@link #UNKNOWN}} */
  public int code() {
    return code;
  }
}
