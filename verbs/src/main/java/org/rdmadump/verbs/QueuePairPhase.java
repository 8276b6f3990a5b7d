package org.rdmadump.verbs;

/** The state of a queue pair in its life: {@code enum ibv_qp_state}, ibv_modify_qp(3). */
public enum QueuePairPhase {
  /** New: no requests are accepted. */
  RESET(0),
  /** Initialized: receives may be posted. */
  INIT(1),
  /** Ready to receive. */
  READY_TO_RECEIVE(2),
  /** Ready to send: the working state. */
  READY_TO_SEND(3),
  /** The send queue drains. */
  SEND_QUEUE_DRAINED(4),
  /** A request of datagrams failed; receives go on. */
  SEND_QUEUE_ERROR(5),
  /** All requests and receives are flushed. */
  ERROR(6),
  /** Any other state. */
  UNKNOWN(-1);

  private static final QueuePairPhase[] VALUES = values();

  private final int code;

  QueuePairPhase(int code) {
    this.code = code;
  }

  /** {@return the state with this number, or {@link #UNKNOWN}} */
  public static QueuePairPhase of(int code) {
    for (QueuePairPhase each : VALUES) {
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
