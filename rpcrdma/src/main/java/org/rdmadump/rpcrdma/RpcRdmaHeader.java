package org.rdmadump.rpcrdma;

import java.util.Optional;

/**
 * The fixed part of an RPC-over-RDMA header (RFC 8166 section 4.2); for versions other than 1 only
 * {@code xid} and {@code version} have a known meaning.
 *
 * @param xid transaction identifier
 * @param version protocol version
 * @param credits requested (calls) or granted (replies)
 * @param procedureCode number of the procedure on the wire
 * @param error body of RDMA_ERROR
 * @param length bytes of the whole header with its lists, as far as it could be read
 * @param truncated the header was cut by the snap length
 * @param malformed the header breaks its own rules; what was whole is still listed
 */
public record RpcRdmaHeader(
    int xid,
    int version,
    int credits,
    int procedureCode,
    Optional<RdmaError> error,
    int length,
    boolean truncated,
    boolean malformed) {
  /**
   * Name of the procedure, empty for an unknown number, and for another version but for its
   * refusal.
   */
  public Optional<RdmaProcedure> procedure() {
    return version == 1 || error.isPresent() ? RdmaProcedure.of(procedureCode) : Optional.empty();
  }
}
