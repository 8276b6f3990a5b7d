package org.rdmadump.rpcrdma;

import java.util.Locale;

/**
 * The body of an RDMA_ERROR message (RFC 8166 section 4.5).
 *
 * @param code 1 is ERR_VERS, 2 is ERR_CHUNK; others are not defined
 * @param low lowest version that the sender supports, with ERR_VERS
 * @param high highest version that the sender supports, with ERR_VERS
 */
public record RdmaError(int code, long low, long high) {
  /** Code of a version that is not supported. */
  public static final int ERR_VERS = 1;

  /** Code of a header or chunk list that cannot be used. */
  public static final int ERR_CHUNK = 2;

  /** How a code without a name is written. */
  public static final String NUMBERED = "error %d";

  /** The name of the code, or {@code error N}. */
  public String codeName() {
    return switch (code) {
      case ERR_VERS -> "ERR_VERS";
      case ERR_CHUNK -> "ERR_CHUNK";
      default -> String.format(Locale.US, NUMBERED, Integer.toUnsignedLong(code));
    };
  }
}
