package org.rdmadump.rpc;

import java.util.Optional;
import org.rdmadump.xdr.XdrReader;

/**
 * The credential of a call under RPCSEC_GSS, without its context handle.
 *
 * <p>RFC 2203 section 5, rpc_gss_cred_t; versions 2 (RFC 5403) and 3 (RFC 7861) have the same
 * layout.
 *
 * @param version 1 to 3
 * @param procedureNumber number of {@link #procedure()}, 0 to 2<sup>32</sup>-1
 * @param sequence sequence number, 0 to 2<sup>32</sup>-1; without meaning while a context is made
 * @param serviceNumber number of {@link #service()}, 0 to 2<sup>32</sup>-1
 */
public record GssCredential(long version, long procedureNumber, long sequence, long serviceNumber) {
  private static final int LATEST_VERSION = 3;

  /** {@return what the call is for} */
  public GssProcedure procedure() {
    if (procedureNumber < 0 || procedureNumber > 6) {
      return GssProcedure.UNKNOWN;
    }
    return switch ((int) procedureNumber) {
      case 0 -> GssProcedure.DATA;
      case 1 -> GssProcedure.INIT;
      case 2 -> GssProcedure.CONTINUE_INIT;
      case 3 -> GssProcedure.DESTROY;
      case 4 -> GssProcedure.BIND_CHANNEL;
      case 5 -> GssProcedure.CREATE;
      default -> GssProcedure.LIST;
    };
  }

  /** {@return how the bodies of the call and its reply are protected} */
  public GssService service() {
    if (serviceNumber < 1 || serviceNumber > 4) {
      return GssService.UNKNOWN;
    }
    return switch ((int) serviceNumber) {
      case 1 -> GssService.NONE;
      case 2 -> GssService.INTEGRITY;
      case 3 -> GssService.PRIVACY;
      default -> GssService.CHANNEL_PROTECTION;
    };
  }

  /** The same of another call. */
  GssCredential inSequence(long number) {
    return new GssCredential(version, procedureNumber, number, serviceNumber);
  }

  /** Reads the body of a credential; empty if it is not whole or of a version not known. */
  static Optional<GssCredential> read(XdrReader body) {
    long version = body.u32();
    long procedure = body.u32();
    long sequence = body.u32();
    long service = body.u32();
    return body.ok() && version >= 1 && version <= LATEST_VERSION
        ? Optional.of(new GssCredential(version, procedure, sequence, service))
        : Optional.empty();
  }
}
