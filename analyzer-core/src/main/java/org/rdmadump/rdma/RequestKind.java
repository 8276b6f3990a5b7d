package org.rdmadump.rdma;

/**
 * What a request of RDMA does, whatever the transport.
 *
 * <p>IBTA volume 1, 9.4; RFC 5040 section 4, RFC 7306.
 */
public enum RequestKind {
  /** Data for the next receive buffer of the peer. */
  SEND("send"),
  /** The same, with Immediate Data; over iWARP an Immediate Data message. */
  SEND_IMMEDIATE("send_imm"),
  /** The same, invalidating a handle at the receiver. */
  SEND_INVALIDATE("send_inv"),
  /** Data for memory of the peer. */
  WRITE("write"),
  /** The same, with Immediate Data. */
  WRITE_IMMEDIATE("write_imm"),
  /** Data from memory of the peer. */
  READ("read"),
  /** Fetches eight bytes and adds to them. */
  FETCH_ADD("fetch_add"),
  /** Compares eight bytes and replaces them. */
  COMPARE_SWAP("compare_swap"),
  /** Replaces eight bytes; iWARP only. */
  SWAP("swap"),
  /** Asks that earlier Writes be visible or persistent. */
  FLUSH("flush"),
  /** Writes eight bytes at once. */
  ATOMIC_WRITE("atomic_write");

  private final String label;

  RequestKind(String label) {
    this.label = label;
  }

  /** {@return the name that output uses} */
  public String label() {
    return label;
  }

  /** {@return whether its data is for a receive buffer of the peer} */
  public boolean isSend() {
    return this == SEND || this == SEND_IMMEDIATE || this == SEND_INVALIDATE;
  }

  /** {@return whether a response answers it; an acknowledgement answers the others} */
  boolean hasResponse() {
    return !isSend() && this != WRITE && this != WRITE_IMMEDIATE;
  }
}
