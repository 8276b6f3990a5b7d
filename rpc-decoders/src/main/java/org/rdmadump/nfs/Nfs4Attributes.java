package org.rdmadump.nfs;

import org.jspecify.annotations.Nullable;
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

  private static final String CREATED = "openhow.how.createattrs.attrmask";

  /** Of EXCLUSIVE4_1, RFC 8881 section 18.16.1. */
  private static final String CREATED_EXCLUSIVELY = "openhow.how.ch_createboth.cva_attrs.attrmask";

  private Nfs4Attributes() {}

  /**
   * {@return the greatest number of an attribute with a value that a minor version does not have,
   * or {@link #NONE}}
   */
  static long behind(long minorVersion, Nfs4Operation operation) {
    if (minorVersion > 1) {
      return NONE;
    }
    int last = minorVersion == 0 ? LAST_OF_0 : LAST_OF_1;
    long greatest = greatest(operation, last);
    return greatest > last ? greatest : NONE;
  }

  private static long greatest(Nfs4Operation operation, int last) {
    String path =
        operation.statusNumber() == ResultStatus.NONE
            ? inArguments(operation.number())
            : inResults(operation, last);
    XdrValue body = path.isEmpty() ? null : operation.body().orElse(null);
    if (body == null || !(mask(body, path) instanceof XdrArray words)) {
      return NONE;
    }
    for (int i = words.size() - 1; i >= 0; i--) {
      if (words.get(i) instanceof XdrNumber word && word.value() != 0) {
        return (long) i * Integer.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(word.value());
      }
    }
    return NONE;
  }

  private static @Nullable XdrValue mask(XdrValue body, String path) {
    XdrValue mask = body.at(path).orElse(null);
    return mask == null && path.equals(CREATED) ? body.at(CREATED_EXCLUSIVELY).orElse(null) : mask;
  }

  /** Behind the status is the number of words of the mask: mostly too few for a greater one. */
  private static String inResults(Nfs4Operation operation, int last) {
    return operation.number() == Nfs4Operations.GETATTR
            && operation.isDone()
            && operation.union().armWord(1) * Integer.SIZE > last + 1
        ? "resok4.obj_attributes.attrmask"
        : "";
  }

  private static String inArguments(long operation) {
    return switch ((int) Math.min(operation, Integer.MAX_VALUE)) {
      case Nfs4Operations.SETATTR, Nfs4Operations.VERIFY, Nfs4Operations.NVERIFY ->
          "obj_attributes.attrmask";
      case Nfs4Operations.CREATE -> "createattrs.attrmask";
      case Nfs4Operations.OPEN -> CREATED;
      default -> "";
    };
  }
}
