package org.rdmadump.rpcrdma;

import java.util.Optional;

/** Procedures of RPC-over-RDMA version 1 (RFC 8166 section 4.2.4). */
public enum RdmaProcedure {
  /** An RPC message, whole or reduced, follows the header. */
  RDMA_MSG,
  /** No RPC message follows: it is in a chunk. */
  RDMA_NOMSG,
  /** Obsolete: RPC message with alignment padding (RFC 5666). */
  RDMA_MSGP,
  /** Obsolete: the client is done with a Read chunk of a reply (RFC 5666). */
  RDMA_DONE,
  /** The sender could not process a call. */
  RDMA_ERROR;

  private static final RdmaProcedure[] BY_CODE = values();

  /** The procedure with this number on the wire, empty for a number that has none. */
  public static Optional<RdmaProcedure> of(int code) {
    return code >= 0 && code < BY_CODE.length ? Optional.of(BY_CODE[code]) : Optional.empty();
  }
}
