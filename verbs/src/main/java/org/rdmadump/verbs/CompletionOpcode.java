package org.rdmadump.verbs;

/** The operation of a completed work request: {@code enum ibv_wc_opcode}, ibv_poll_cq(3). */
public enum CompletionOpcode {
  /** Any SEND. */
  SEND(0),
  /** RDMA WRITE, with or without immediate data. */
  RDMA_WRITE(1),
  /** RDMA READ. */
  RDMA_READ(2),
  /** Atomic compare and swap. */
  COMPARE_SWAP(3),
  /** Atomic fetch and add. */
  FETCH_ADD(4),
  /** Binding of a memory window. */
  BIND_MEMORY_WINDOW(5),
  /** Invalidation of a local key. */
  LOCAL_INVALIDATE(6),
  /** TCP segmentation. */
  TSO(7),
  /** Atomic write. */
  ATOMIC_WRITE(9),
  /** Receive of a SEND. */
  RECEIVE(128),
  /** Receive consumed by an RDMA WRITE with immediate data. */
  RECEIVE_RDMA_WITH_IMMEDIATE(129),
  /** Any other operation. */
  UNKNOWN(-1);

  private static final CompletionOpcode[] VALUES = values();

  private final int code;

  CompletionOpcode(int code) {
    this.code = code;
  }

  /** {@return the operation with this number, or {@link #UNKNOWN}} */
  public static CompletionOpcode of(int code) {
    for (CompletionOpcode each : VALUES) {
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
