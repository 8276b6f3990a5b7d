package org.rdmadump.verbs;

/** Service of a queue pair: {@code enum ibv_qp_type}, ibv_create_qp(3). */
public enum QueuePairType {
  /** Reliable connection. */
  RC(2),
  /** Unreliable connection. */
  UC(3),
  /** Unreliable datagram. */
  UD(4),
  /** One that is not here. */
  UNKNOWN(-1);

  private static final QueuePairType[] VALUES = values();

  private final int code;

  QueuePairType(int code) {
    this.code = code;
  }

  /** {@return the one of that number, {@link #UNKNOWN} if there is none} */
  public static QueuePairType of(int code) {
    for (QueuePairType each : VALUES) {
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
