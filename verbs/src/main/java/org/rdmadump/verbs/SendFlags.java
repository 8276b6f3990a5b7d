package org.rdmadump.verbs;

/**
 * Flags of a send request, combined by bitwise OR; 0 for none: {@code enum ibv_send_flags},
 * ibv_post_send(3).
 */
public final class SendFlags {
  /** Starts the request after all earlier RDMA READs are complete. */
  public static final int FENCE = 1;

  /** Creates a completion for successful requests too. */
  public static final int SIGNALED = 1 << 1;

  /** Wakes a receiver that waits for solicited completions only. */
  public static final int SOLICITED = 1 << 2;

  /** Copies the data during the post, so that the buffer can be reused at once. */
  public static final int INLINE = 1 << 3;

  private SendFlags() {}
}
