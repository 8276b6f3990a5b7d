package org.rdmadump.nfs;

import java.util.Optional;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * The attributes whose values an operation carries: RFC 7530 section 5, RFC 8881 section 5, RFC
 * 7862 section 12.2.
 *
 * <p>Those of directory entries are not among them: there can be thousands.
 */
final class Nfs4Attributes {
  /** In place of a number: there is none. */
  static final long NONE = -1;

  private static final int LAST_OF_0 = 55;
  private static final int LAST_OF_1 = 76;

  private Nfs4Attributes() {}

  /** {@return the first minor version that has the attribute} */
  static int since(long attribute) {
    return attribute > LAST_OF_1 ? 2 : attribute > LAST_OF_0 ? 1 : 0;
  }

  /** {@return the greatest number of an attribute with a value, or {@link #NONE}} */
  static long greatest(Nfs4Operation operation) {
    String path =
        operation.status().isPresent() ? inResults(operation) : inArguments(operation.number());
    if (path.isEmpty() || operation.body().isEmpty()) {
      return NONE;
    }
    Optional<XdrValue> mask = operation.body().get().at(path);
    if (mask.isEmpty() || !(mask.get() instanceof XdrArray words)) {
      return NONE;
    }
    for (int i = words.size() - 1; i >= 0; i--) {
      if (words.get(i) instanceof XdrNumber word && word.value() != 0) {
        return (long) i * Integer.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(word.value());
      }
    }
    return NONE;
  }

  private static String inResults(Nfs4Operation operation) {
    return operation.number() == Nfs4Operations.GETATTR && !operation.isFailed()
        ? "resok4.obj_attributes.attrmask"
        : "";
  }

  private static String inArguments(long operation) {
    return switch ((int) Math.min(operation, Integer.MAX_VALUE)) {
      case Nfs4Operations.SETATTR, Nfs4Operations.VERIFY, Nfs4Operations.NVERIFY ->
          "obj_attributes.attrmask";
      case Nfs4Operations.CREATE -> "createattrs.attrmask";
      case Nfs4Operations.OPEN -> "openhow.how.createattrs.attrmask";
      default -> "";
    };
  }
}
