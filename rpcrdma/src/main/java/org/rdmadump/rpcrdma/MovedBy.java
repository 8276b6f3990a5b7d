package org.rdmadump.rpcrdma;

import java.util.Locale;

/**
 * How bytes of an RPC message travel (RFC 8166 section 3).
 *
 * <pre>{@code
 * boolean direct = reply.layout().chunks().stream()
 *     .anyMatch(each -> each.movedBy() == MovedBy.WRITE_CHUNK);
 * }</pre>
 */
public enum MovedBy {
  /** In the Send, behind the RPC-over-RDMA header. */
  INLINE,
  /** In a Read chunk at a position that is not zero. */
  READ_CHUNK,
  /** In a Write chunk. */
  WRITE_CHUNK,
  /** In the Reply chunk, as a reply that is too long for a Send. */
  REPLY_CHUNK,
  /** In a Position-Zero Read chunk, as a call that is too long for a Send. */
  POSITION_ZERO;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** {@return its name in output} */
  public String label() {
    return label;
  }
}
