package org.rdmadump.ib;

/**
 * What a packet does, whatever its transport service and its place in the message.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.2 (OpCode), annex A19 (FLUSH, ATOMIC
 * WRITE).
 */
public enum Operation {
  /** Data for the receiver's next receive buffer. */
  SEND("SEND"),
  /** Data for a remote address. */
  RDMA_WRITE("RDMA WRITE"),
  /** Asks for data from a remote address. */
  RDMA_READ_REQUEST("RDMA READ Request"),
  /** Data that was asked for. */
  RDMA_READ_RESPONSE("RDMA READ response", true),
  /** Acknowledges, or refuses. */
  ACKNOWLEDGE("Acknowledge", true),
  /** Answers an atomic operation. */
  ATOMIC_ACKNOWLEDGE("ATOMIC Acknowledge", true),
  /** Compares and swaps eight remote bytes. */
  COMPARE_SWAP("CmpSwap"),
  /** Fetches and adds to eight remote bytes. */
  FETCH_ADD("FetchAdd"),
  /** Asks that bytes written before be visible to others, or persistent. */
  FLUSH("FLUSH"),
  /** Writes eight remote bytes at once. */
  ATOMIC_WRITE("ATOMIC WRITE"),
  /** Sets the expected PSN of a reliable datagram context. */
  RESYNC("RESYNC"),
  /** Tells a sender that its packets met congestion. */
  CONGESTION_NOTIFICATION("CNP"),
  /** An opcode that this version does not know. */
  UNKNOWN("unknown");

  private final String text;
  private final boolean isResponse;

  Operation(String text) {
    this(text, false);
  }

  Operation(String text, boolean isResponse) {
    this.text = text;
    this.isResponse = isResponse;
  }

  /** {@return whether the responder does it} */
  boolean isResponse() {
    return isResponse;
  }

  /** {@return the name in the specification's spelling} */
  public String text() {
    return text;
  }
}
