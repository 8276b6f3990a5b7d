package org.rdmadump.nfs;

import java.util.Optional;
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
  private static final String[] STATUSES = {"nfsstat", "mountstat"};

  private ResultStatus() {}

  /**
   * {@return whether values at a place are statuses: {@code nfsstat}, {@code nfsstat4} and such}
   */
  public static boolean isStatus(XdrField field) {
    if (field.type().kind() != XdrType.Kind.ENUM) {
      return false;
    }
    for (String each : STATUSES) {
      if (field.type().name().startsWith(each)) {
        return true;
      }
    }
    return false;
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
}
