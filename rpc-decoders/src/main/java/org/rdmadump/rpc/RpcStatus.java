package org.rdmadump.rpc;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What became of a call, with what the server says about it.
 *
 * <p>RFC 5531 section 9.
 *
 * @param code the outcome
 * @param low lowest version the server has, 0 to 2<sup>32</sup>-1, of a PROG_MISMATCH or
 *     RPC_MISMATCH; else 0
 * @param high highest version likewise
 * @param authStat number of the reason of an AUTH_ERROR, 0 to 2<sup>32</sup>-1; else 0
 */
public record RpcStatus(RpcStatusCode code, long low, long high, long authStat) {
  /** The call was carried out; whether it did what was asked is up to the results. */
  public static final RpcStatus SUCCESS = new RpcStatus(RpcStatusCode.SUCCESS, 0, 0, 0);

  /** What a reason without a name is called, by its number. */
  public static final String NUMBERED = "auth_stat %d";

  /** By number: RFC 5531 section 9, auth_stat, and RFC 7861 section 5.1. */
  private static final List<String> AUTH_STATS =
      List.of(
          "AUTH_OK",
          "AUTH_BADCRED",
          "AUTH_REJECTEDCRED",
          "AUTH_BADVERF",
          "AUTH_REJECTEDVERF",
          "AUTH_TOOWEAK",
          "AUTH_INVALIDRESP",
          "AUTH_FAILED",
          "AUTH_KERB_GENERIC",
          "AUTH_TIMEEXPIRE",
          "AUTH_TKT_FILE",
          "AUTH_DECODE",
          "AUTH_NET_ADDR",
          "RPCSEC_GSS_CREDPROBLEM",
          "RPCSEC_GSS_CTXPROBLEM",
          "RPCSEC_GSS_INNER_CREDPROBLEM",
          "RPCSEC_GSS_LABEL_PROBLEM",
          "RPCSEC_GSS_PRIVILEGE_PROBLEM",
          "RPCSEC_GSS_UNKNOWN_MESSAGE");

  /** {@return a status of which the code says all} */
  static RpcStatus of(RpcStatusCode code) {
    return code == RpcStatusCode.SUCCESS ? SUCCESS : new RpcStatus(code, 0, 0, 0);
  }

  /** {@return whether results follow} */
  public boolean isSuccess() {
    return code == RpcStatusCode.SUCCESS;
  }

  /** {@return this status if it says more than its code does} */
  public Optional<RpcStatus> refusal() {
    return switch (code) {
      case AUTH_ERROR, PROG_MISMATCH, RPC_MISMATCH -> Optional.of(this);
      default -> Optional.empty();
    };
  }

  /** {@return names of reasons of an AUTH_ERROR, by number} */
  public static List<String> authStats() {
    return AUTH_STATS;
  }

  /** {@return name of the reason of an AUTH_ERROR, or {@code auth_stat 99} if it has none} */
  public String authStatName() {
    return authStatName(authStat);
  }

  /** {@return the same of a number} */
  public static String authStatName(long number) {
    return number >= 0 && number < AUTH_STATS.size()
        ? AUTH_STATS.get((int) number)
        : String.format(Locale.US, NUMBERED, number);
  }

  /** {@return the code, and in parentheses what else was said} */
  @Override
  public String toString() {
    return switch (code) {
      case PROG_MISMATCH, RPC_MISMATCH -> code + " (" + low + " to " + high + ")";
      case AUTH_ERROR -> code + " (" + authStatName() + ")";
      default -> code.name();
    };
  }
}
