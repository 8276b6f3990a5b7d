package org.rdmadump.verbs;

/** How a work request ended: {@code enum ibv_wc_status}, ibv_poll_cq(3). */
public enum CompletionStatus {
  /** It did what was asked. */
  SUCCESS(0),
  /** A message was longer than the receive, or a request too long. */
  LOCAL_LENGTH_ERROR(1),
  /** The queue pair could not carry out the request. */
  LOCAL_QUEUE_PAIR_OPERATION_ERROR(2),
  /** Of reliable datagrams, which nobody made. */
  LOCAL_EE_CONTEXT_OPERATION_ERROR(3),
  /** A local buffer is not in the region that its key names. */
  LOCAL_PROTECTION_ERROR(4),
  /** The queue pair was in error before it began: disconnected, or another request failed. */
  FLUSHED(5),
  /** A memory window could not be bound. */
  MEMORY_WINDOW_BIND_ERROR(6),
  /** The answer was not one of the protocol. */
  BAD_RESPONSE(7),
  /** A local buffer may not be accessed so, at RDMA WRITE with immediate data. */
  LOCAL_ACCESS_ERROR(8),
  /** The other side could not understand the request. */
  REMOTE_INVALID_REQUEST(9),
  /** The remote key does not allow it. */
  REMOTE_ACCESS_ERROR(10),
  /** The other side could not carry it out. */
  REMOTE_OPERATION_ERROR(11),
  /** The other side does not answer. */
  RETRY_EXCEEDED(12),
  /** The other side has no receive posted. */
  RECEIVER_NOT_READY_RETRY_EXCEEDED(13),
  /** Of reliable datagrams, which nobody made. */
  LOCAL_RDD_VIOLATION(14),
  /** Of reliable datagrams, which nobody made. */
  REMOTE_INVALID_RD_REQUEST(15),
  /** The other side aborted it. */
  REMOTE_ABORTED(16),
  /** Of reliable datagrams, which nobody made. */
  INVALID_EE_CONTEXT_NUMBER(17),
  /** Of reliable datagrams, which nobody made. */
  INVALID_EE_CONTEXT_STATE(18),
  /** The device failed. */
  FATAL_ERROR(19),
  /** No answer in time. */
  RESPONSE_TIMEOUT(20),
  /** Any other failure. */
  GENERAL_ERROR(21),
  /** Tag matching failed. */
  TAG_MATCHING_ERROR(22),
  /** A rendezvous of tag matching is for software to finish. */
  TAG_MATCHING_RENDEZVOUS_INCOMPLETE(23),
  /** One that is not here. */
  UNKNOWN(-1);

  private static final CompletionStatus[] VALUES = values();

  private final int code;

  CompletionStatus(int code) {
    this.code = code;
  }

  /** {@return the one of that number, {@link #UNKNOWN} if there is none} */
  public static CompletionStatus of(int code) {
    for (CompletionStatus each : VALUES) {
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
