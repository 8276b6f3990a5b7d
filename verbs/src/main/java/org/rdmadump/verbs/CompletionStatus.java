package org.rdmadump.verbs;

/** The status of a completed work request: {@code enum ibv_wc_status}, ibv_poll_cq(3). */
public enum CompletionStatus {
  /** The request succeeded. */
  SUCCESS(0),
  /** A message was longer than the receive buffer, or a request was too long. */
  LOCAL_LENGTH_ERROR(1),
  /** The queue pair could not carry out the request. */
  LOCAL_QUEUE_PAIR_OPERATION_ERROR(2),
  /** An EE context failed; only for reliable datagrams, which no device implements. */
  LOCAL_EE_CONTEXT_OPERATION_ERROR(3),
  /** A local buffer is outside the region of its key. */
  LOCAL_PROTECTION_ERROR(4),
  /**
   * The queue pair was in the error state before the request began: it was disconnected, or another
   * request failed.
   */
  FLUSHED(5),
  /** A memory window could not be bound. */
  MEMORY_WINDOW_BIND_ERROR(6),
  /** The response violated the protocol. */
  BAD_RESPONSE(7),
  /** A local buffer does not permit the access, for RDMA WRITE with immediate data. */
  LOCAL_ACCESS_ERROR(8),
  /** The peer did not understand the request. */
  REMOTE_INVALID_REQUEST(9),
  /** The remote key does not permit the access. */
  REMOTE_ACCESS_ERROR(10),
  /** The peer could not carry out the request. */
  REMOTE_OPERATION_ERROR(11),
  /** The peer did not answer, and all retries are used up. */
  RETRY_EXCEEDED(12),
  /** The peer had no receive posted, and all RNR retries are used up. */
  RECEIVER_NOT_READY_RETRY_EXCEEDED(13),
  /** An RDD mismatch; only for reliable datagrams, which no device implements. */
  LOCAL_RDD_VIOLATION(14),
  /** An invalid request; only for reliable datagrams, which no device implements. */
  REMOTE_INVALID_RD_REQUEST(15),
  /** The peer aborted the request. */
  REMOTE_ABORTED(16),
  /** An invalid EE context number; only for reliable datagrams, which no device implements. */
  INVALID_EE_CONTEXT_NUMBER(17),
  /** An invalid EE context state; only for reliable datagrams, which no device implements. */
  INVALID_EE_CONTEXT_STATE(18),
  /** The device failed. */
  FATAL_ERROR(19),
  /** The response did not arrive in time. */
  RESPONSE_TIMEOUT(20),
  /** Any other failure. */
  GENERAL_ERROR(21),
  /** Tag matching failed. */
  TAG_MATCHING_ERROR(22),
  /** Software has to finish a rendezvous of tag matching. */
  TAG_MATCHING_RENDEZVOUS_INCOMPLETE(23),
  /** Any other status. */
  UNKNOWN(-1);

  private static final CompletionStatus[] VALUES = values();

  private final int code;

  CompletionStatus(int code) {
    this.code = code;
  }

  /** {@return the status with this number, or {@link #UNKNOWN}} */
  public static CompletionStatus of(int code) {
    for (CompletionStatus each : VALUES) {
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
