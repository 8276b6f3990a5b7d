package org.rdmadump.verbs;

/**
 * Access rights to a memory region, combined by bitwise OR: {@code enum ibv_access_flags},
 * ibv_reg_mr(3).
 */
public final class AccessFlags {
  /**
   * The local device may write to the region: needed for receives and as the target of RDMA READ.
   */
  public static final int LOCAL_WRITE = 1;

  /** The peer may write to the region; needs {@link #LOCAL_WRITE} too. */
  public static final int REMOTE_WRITE = 1 << 1;

  /** The peer may read from the region. */
  public static final int REMOTE_READ = 1 << 2;

  /** The peer may run atomic operations on the region; needs {@link #LOCAL_WRITE} too. */
  public static final int REMOTE_ATOMIC = 1 << 3;

  /** Memory windows may be bound to the region. */
  public static final int MEMORY_WINDOW_BIND = 1 << 4;

  private AccessFlags() {}

  /** {@return all of these rights} */
  public static int all(int... rights) {
    int all = 0;
    for (int each : rights) {
      all |= each;
    }
    return all;
  }
}
