package org.rdmadump.verbs;

/**
 * Who may do what with a memory region, to be added up: {@code enum ibv_access_flags},
 * ibv_reg_mr(3).
 */
public final class AccessFlags {
  /** The device may write to it: needed by receives and as target of RDMA READ. */
  public static final int LOCAL_WRITE = 1;

  /** The other side may write to it; takes {@link #LOCAL_WRITE} too. */
  public static final int REMOTE_WRITE = 1 << 1;

  /** The other side may read from it. */
  public static final int REMOTE_READ = 1 << 2;

  /** The other side may do atomic operations; takes {@link #LOCAL_WRITE} too. */
  public static final int REMOTE_ATOMIC = 1 << 3;

  /** Memory windows may be bound to it. */
  public static final int MEMORY_WINDOW_BIND = 1 << 4;

  private AccessFlags() {}
}
