package org.rdmadump.rpcrdma;

import java.util.Optional;

/**
 * Procedures of RPC-over-RDMA version 1 (RFC 8166 section 4.2.4).
 *
 * <pre>{@code
 * assertThat(call).hasProcedure(RdmaProcedure.RDMA_MSG);
 * }</pre>
 */
public enum RdmaProcedure {
  /** An RPC message, whole or reduced, follows the header. */
  RDMA_MSG(0),
  /** No RPC message follows: it is in a chunk. */
  RDMA_NOMSG(1),
  /** Obsolete: RPC message with alignment padding (RFC 5666). */
  RDMA_MSGP(2),
  /** Obsolete: the client is done with a Read chunk of a reply (RFC 5666). */
  RDMA_DONE(3),
  /** The sender could not process a call. */
  RDMA_ERROR(4);

  private static final RdmaProcedure[] BY_CODE = values();

  private final int code;
  private final Optional<RdmaProcedure> present = Optional.of(this);

  RdmaProcedure(int code) {
    this.code = code;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /** The procedure with this number on the wire, empty for a number that has none. */
  public static Optional<RdmaProcedure> of(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code].present : Optional.empty();
  }
}
