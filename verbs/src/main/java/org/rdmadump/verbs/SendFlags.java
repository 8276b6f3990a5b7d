package org.rdmadump.verbs;

/**
 * How a request is sent, to be added up; 0 for none: {@code enum ibv_send_flags}, ibv_post_send(3).
 */
public final class SendFlags {
  /** Not before earlier RDMA READs are complete. */
  public static final int FENCE = 1;

  /** Leaves a completion when it succeeds too. */
  public static final int SIGNALED = 1 << 1;

  /** Wakes a receiver that waits for solicited completions only. */
  public static final int SOLICITED = 1 << 2;

  /** The data are copied when it is posted: the buffer may be changed at once. */
  public static final int INLINE = 1 << 3;

  private SendFlags() {}
}
