package org.rdmadump.nfs;

import java.util.Optional;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Where the results of a procedure or an operation have their status.
 *
 * <pre>{@code
 * ResultStatus.of(results).ifPresent(status -> System.out.println(status.text()));
 * }</pre>
 */
public final class ResultStatus {
  /** The status of what went well. */
  static final int OK = 0;

  /** The status of what has a name that is not there, in all versions. */
  static final int NOENT = 2;

  /** The status of what is no operation of version 4. */
  static final int OP_ILLEGAL = 10044;

  /** In place of a status: there is none. */
  static final long NONE = Long.MIN_VALUE;

  private ResultStatus() {}

  /**
   * {@return whether values at a place are statuses: {@code nfsstat}, {@code nfsstat4} and such}
   */
  public static boolean isStatus(XdrField field) {
    return field.type().isStatus();
  }

  /** {@return the status of results, which is what they begin with, if they have one} */
  public static Optional<XdrNumber> of(XdrValue results) {
    XdrValue first =
        results instanceof XdrUnion union
            ? union.discriminant()
            : results instanceof XdrStruct struct && struct.size() > 0 ? struct.get(0) : results;
    return first instanceof XdrNumber number && isStatus(number.field())
        ? Optional.of(number)
        : Optional.empty();
  }

  /** The same of results that a union has chosen, without a value made of them. */
  static long inArm(XdrUnion operation) {
    if (!operation.hasArm()) {
      return NONE;
    }
    XdrType operations = operation.field().type();
    XdrField results = operations.field(operations.armIndex(operation.number()));
    long status = isStatus(first(results)) ? operation.armWord(0) : NONE;
    return status < 0 ? NONE : (int) status;
  }

  /** {@return whether results begin with a status, and it says that all went well} */
  public static boolean isOk(XdrContent results) {
    return results.limit() - results.start() >= Integer.BYTES
        && results.rope().has(results.start(), Integer.BYTES)
        && results.rope().getInt(results.start()) == OK
        && isStatus(first(results.field()));
  }

  private static XdrField first(XdrField results) {
    XdrType type = results.type();
    return type.kind() == XdrType.Kind.UNION
        ? type.discriminant()
        : type.kind() == XdrType.Kind.STRUCT && type.fieldCount() > 0 ? type.field(0) : results;
  }
}
