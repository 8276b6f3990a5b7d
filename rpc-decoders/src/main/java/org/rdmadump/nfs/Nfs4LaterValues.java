package org.rdmadump.nfs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Values that came with a later minor version than that of their compound: statuses (RFC 8881
 * section 15.1, RFC 7862 section 11.1, RFC 8276 section 8.3), what an OPEN asks for and gets (RFC
 * 8881 section 18.16, RFC 9754), bits of ACCESS (RFC 8276 section 8.5) and EXCHANGE_ID (RFC 7862
 * section 14.1), and the delegation of CB_PUSH_DELEG (RFC 9754).
 */
final class Nfs4LaterValues {
  private static final int LAST_MINOR_VERSION = 2;

  private static final long LAST_STATUS_OF_0 = 10048;
  private static final long LAST_STATUS_OF_1 = 10087;

  /** Bits of the share access: what the client wants besides. */
  private static final long WANTS_OF_1 = 0x3ff00;

  private static final long WANTS_OF_2 = 0x300000;

  /** Rights to extended attributes. */
  private static final long ACCESS_OF_2 = 0x1c0;

  /** Flag of EXCHANGE_ID. */
  private static final long FLAGS_OF_2 = 0x4;

  private static final long LAST_CREATE_MODE_OF_0 = 2;
  private static final long LAST_CLAIM_OF_0 = 3;
  private static final long LAST_DELEGATION_OF_0 = 2;
  private static final long LAST_DELEGATION_OF_1 = 3;

  private Nfs4LaterValues() {}

  /**
   * {@return values of an operation that are of a later minor version, each with that, for a
   * person; mostly none, and none of the statuses of an operation that is of a later one itself}
   *
   * @param isCallback whether it is an operation of CB_COMPOUND
   */
  static List<String> of(long minorVersion, Nfs4Operation operation, boolean isCallback) {
    if (minorVersion >= LAST_MINOR_VERSION) {
      return List.of();
    }
    long status = operation.statusNumber();
    if (status != ResultStatus.NONE && status != ResultStatus.OK) {
      int since = since(status, LAST_STATUS_OF_0, LAST_STATUS_OF_1);
      boolean isOfLater = Nfs4Operations.since(operation.facts()) > minorVersion;
      return since > minorVersion && !isOfLater ? status(operation, since) : List.of();
    }
    boolean isResult = status == ResultStatus.OK;
    if (isCallback) {
      return operation.number() == Nfs4Operations.CB_PUSH_DELEG && !isResult
          ? ofDelegation(minorVersion, operation, "cpda_delegation")
          : List.of();
    }
    return switch ((int) operation.number()) {
      case Nfs4Operations.OPEN ->
          isResult
              ? ofDelegation(minorVersion, operation, "resok4.delegation")
              : ofArguments(minorVersion, operation);
      case Nfs4Operations.ACCESS -> ofAccess(operation, isResult);
      case Nfs4Operations.EXCHANGE_ID ->
          ofFlags(operation, isResult ? "eir_resok4.eir_flags" : "eia_flags");
      default -> List.of();
    };
  }

  private static List<String> ofAccess(Nfs4Operation access, boolean isResult) {
    // The first word of results is the status; what the server supports is the next one.
    long bits = access.union().armWord(isResult ? 1 : 0);
    return bits > 0 && (bits & ACCESS_OF_2) != 0
        ? List.of(
            text(
                bits(access, isResult ? "resok4.supported" : "access", bits & ACCESS_OF_2),
                LAST_MINOR_VERSION))
        : List.of();
  }

  private static List<String> ofFlags(Nfs4Operation exchange, String path) {
    XdrValue body = exchange.body().orElse(null);
    long flags = body == null ? 0 : body.number(path).orElse(0);
    return (flags & FLAGS_OF_2) != 0
        ? List.of(text(bits(exchange, path, FLAGS_OF_2), LAST_MINOR_VERSION))
        : List.of();
  }

  private static int since(long value, long lastOf0, long lastOf1) {
    return value <= lastOf0 ? 0 : value <= lastOf1 ? 1 : LAST_MINOR_VERSION;
  }

  private static List<String> status(Nfs4Operation operation, int since) {
    // A status that is undefined in all versions is another finding.
    return operation
        .status()
        .filter(each -> each.field().names().isPresent())
        .filter(each -> each.field().names().get().has(each.value()))
        .map(each -> List.of(text(each.text(), since)))
        .orElse(List.of());
  }

  private static List<String> ofDelegation(
      long minorVersion, Nfs4Operation operation, String path) {
    XdrUnion delegation = union(operation, path);
    if (delegation == null || !delegation.hasArm()) {
      return List.of();
    }
    int since = since(delegation.number(), LAST_DELEGATION_OF_0, LAST_DELEGATION_OF_1);
    return since > minorVersion
        ? List.of(text(delegation.discriminant().text(), since))
        : List.of();
  }

  private static List<String> ofArguments(long minorVersion, Nfs4Operation open) {
    // The second word; the first is a sequence number.
    long access = open.union().armWord(1);
    long ofLast = access < 0 ? 0 : access & WANTS_OF_2;
    if (minorVersion > 0 && ofLast == 0) {
      return List.of();
    }
    List<String> later = new ArrayList<>(0);
    if (ofLast != 0) {
      later.add(text(bits(open, "share_access", ofLast), LAST_MINOR_VERSION));
    }
    if (minorVersion == 0) {
      if (access > 0 && (access & WANTS_OF_1) != 0) {
        later.add(text(bits(open, "share_access", access & WANTS_OF_1), 1));
      }
      add(union(open, "openhow.how"), LAST_CREATE_MODE_OF_0, later);
      add(union(open, "claim"), LAST_CLAIM_OF_0, later);
    }
    return later;
  }

  private static void add(@Nullable XdrUnion union, long lastOf0, List<String> later) {
    if (union != null && union.hasArm() && union.number() > lastOf0) {
      later.add(text(union.discriminant().text(), 1));
    }
  }

  private static String bits(Nfs4Operation operation, String path, long bits) {
    XdrValue body = operation.body().orElse(null);
    XdrValue all = body == null ? null : body.at(path).orElse(null);
    return all instanceof XdrNumber number ? number.field().text(bits) : Long.toString(bits);
  }

  private static @Nullable XdrUnion union(Nfs4Operation operation, String path) {
    XdrValue body = operation.body().orElse(null);
    return body != null && body.at(path).orElse(null) instanceof XdrUnion union ? union : null;
  }

  private static String text(String value, int since) {
    return value + " is of minor version " + since;
  }
}
