package org.rdmadump.rpcrdma;

/**
 * Which way bytes of an RPC message travelled (RFC 8166 section 3).
 *
 * <pre>{@code
 * boolean direct = reply.layout().chunks().stream()
 *     .anyMatch(each -> each.movedBy() == MovedBy.WRITE_CHUNK);
 * }</pre>
 */
public enum MovedBy {
  /** In the Send, behind the RPC-over-RDMA header. */
  INLINE("inline"),
  /** In a Read chunk at a position that is not zero. */
  READ_CHUNK("read_chunk"),
  /** In a Write chunk. */
  WRITE_CHUNK("write_chunk"),
  /** In the Reply chunk, as a reply that is too long for a Send. */
  REPLY_CHUNK("reply_chunk"),
  /** In a Position-Zero Read chunk, as a call that is too long for a Send. */
  POSITION_ZERO("position_zero");

  private final String label;

  MovedBy(String label) {
    this.label = label;
  }

  /** {@return its name in output} */
  public String label() {
    return label;
  }
}
