package org.rdmadump.rpcrdma;

import java.util.Optional;
import org.rdmadump.finding.Hex;

/**
 * The fixed part of an RPC-over-RDMA header (RFC 8166 section 4.2); for versions other than 1 only
 * {@code xid} and {@code version} have a known meaning.
 *
 * <pre>{@code
 * boolean whole = call.header().procedure().equals(Optional.of(RdmaProcedure.RDMA_MSG));
 * }</pre>
 *
 * @param xid transaction identifier
 * @param version protocol version, 0 unless {@link #hasVersion()}
 * @param credits requested (calls) or granted (replies), 0 unless {@link #hasCredits()}
 * @param procedureCode number of the procedure on the wire, 0 unless {@link #hasProcedureCode()}
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
    boolean malformed)
    implements MessageHeader {
  private static final int VERSION_END = 8;
  private static final int CREDITS_END = 12;
  private static final int PROCEDURE_END = 16;

  /** {@return the transaction identifier as people write it: {@code 0x12345678}} */
  public String xidText() {
    return Hex.of(xid);
  }

  /** {@return whether the header reaches as far as its version} */
  public boolean hasVersion() {
    return length >= VERSION_END;
  }

  /** {@return whether the header reaches as far as its credits} */
  public boolean hasCredits() {
    return length >= CREDITS_END;
  }

  /** {@return whether the header reaches as far as the number of its procedure} */
  public boolean hasProcedureCode() {
    return length >= PROCEDURE_END;
  }

  /** {@return whether it is an RDMA_ERROR, be its body readable or not} */
  public boolean isError() {
    return error.isPresent() || (version == 1 && procedureCode == RdmaProcedure.RDMA_ERROR.code());
  }

  /**
   * Name of the procedure, empty for an unknown number, and for another version but for its
   * refusal. A header that ends before it is taken for that of most messages, RDMA_MSG.
   */
  public Optional<RdmaProcedure> procedure() {
    return version == 1 || error.isPresent() ? RdmaProcedure.of(procedureCode) : Optional.empty();
  }
}
