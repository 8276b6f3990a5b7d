package org.rdmadump.nfs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Follows the current and the saved file handle through a compound (RFC 8881 section 16.2.3.1).
 *
 * <p>An operation such as LOOKUP makes a handle current whose bytes are not known. If GETFH tells
 * them later, they go for all operations in between, and for SAVEFH and RESTOREFH in either
 * direction.
 */
final class Nfs4Handles {
  private static final int CLAIM_PREVIOUS = 1;
  private static final int CLAIM_FH = 4;
  private static final long FILEHANDLE_BIT = 1L << 19;

  /** Where the arguments of a callback have a file handle, by the callback's number. */
  private static final String[] CALLBACK_HANDLES = {
    "",
    "",
    "",
    "fh",
    "fh",
    "clora_recall.lor_layout.lor_fh",
    "cna_fh",
    "cpda_fh",
    "",
    "",
    "",
    "",
    "",
    "cnla_fh",
    "",
    "coa_fh",
    ""
  };

  /** Stands where there is none. */
  private static final Handle NONE = new Handle();

  private final boolean consumedBySecinfo;
  private final List<Handle> handles = new ArrayList<>();
  private final List<Handle> savedHandles = new ArrayList<>();
  private final List<Handle> handlesBehind = new ArrayList<>();
  private Handle current = NONE;
  private Handle saved = NONE;

  /** A file handle, whether its bytes are known or not. */
  private static final class Handle {
    private Optional<XdrBytes> bytes = Optional.empty();
  }

  /** Begins without handles, in a compound of a minor version. */
  Nfs4Handles(long minorVersion) {
    this.consumedBySecinfo = minorVersion > 0;
  }

  /** Goes over the next operation, of which arguments or results or both may be known. */
  void step(long operation, Optional<XdrValue> arguments, Optional<XdrValue> results) {
    switch ((int) Math.min(operation, Integer.MAX_VALUE)) {
      case Nfs4Operations.PUTFH -> {
        Handle put = new Handle();
        put.bytes = bytes(arguments, "object");
        current = put;
      }
      case Nfs4Operations.PUTROOTFH, Nfs4Operations.PUTPUBFH -> current = new Handle();
      case Nfs4Operations.RESTOREFH -> current = saved;
      default -> {
        // About the current one, if any.
      }
    }
    handles.add(Nfs4Operations.hasHandle(operation) ? current : NONE);
    savedHandles.add(Nfs4Operations.hasSavedHandle(operation) ? saved : NONE);
    after(operation, arguments, results);
    handlesBehind.add(current);
  }

  private void after(long operation, Optional<XdrValue> arguments, Optional<XdrValue> results) {
    switch ((int) Math.min(operation, Integer.MAX_VALUE)) {
      case Nfs4Operations.SAVEFH -> saved = current;
      case Nfs4Operations.GETFH -> told(bytes(results, "resok4.object"));
      case Nfs4Operations.GETATTR -> told(attribute(results));
      case Nfs4Operations.LOOKUP,
          Nfs4Operations.LOOKUPP,
          Nfs4Operations.CREATE,
          Nfs4Operations.OPENATTR ->
          current = new Handle();
      case Nfs4Operations.OPEN -> current = opensCurrent(arguments) ? current : new Handle();
      case Nfs4Operations.SECINFO, Nfs4Operations.SECINFO_NO_NAME -> {
        if (consumedBySecinfo) {
          current = NONE;
        }
      }
      default -> {
        // Leaves it.
      }
    }
  }

  /** {@return the operation, one of those gone over, with its handles as far as known by now} */
  Nfs4Operation resolved(Nfs4Operation operation) {
    int index = operation.index();
    return operation.withHandles(
        handles.get(index).bytes, savedHandles.get(index).bytes, handlesBehind.get(index).bytes);
  }

  /** {@return the file handle that the arguments of a callback name} */
  static Optional<XdrBytes> ofCallback(long operation, Optional<XdrValue> arguments) {
    int number = (int) Math.min(operation, CALLBACK_HANDLES.length - 1L);
    return CALLBACK_HANDLES[number].isEmpty()
        ? Optional.empty()
        : bytes(arguments, CALLBACK_HANDLES[number]);
  }

  private void told(Optional<XdrBytes> bytes) {
    if (current != NONE && bytes.isPresent()) {
      current.bytes = bytes;
    }
  }

  /** Whether the file is named by the current handle, so that it stays (RFC 8881 18.16.1). */
  private static boolean opensCurrent(Optional<XdrValue> arguments) {
    Optional<XdrValue> claim = at(arguments, "claim");
    if (claim.isEmpty() || !(claim.get() instanceof XdrUnion union)) {
      return false;
    }
    long type = union.discriminant().value();
    return type == CLAIM_PREVIOUS || type >= CLAIM_FH;
  }

  private static Optional<XdrBytes> attribute(Optional<XdrValue> results) {
    Optional<XdrValue> mask = at(results, "resok4.obj_attributes.attrmask");
    boolean asked =
        mask.isPresent()
            && mask.get() instanceof XdrArray words
            && words.size() > 0
            && words.get(0) instanceof XdrNumber first
            && (first.value() & FILEHANDLE_BIT) != 0;
    return asked ? bytes(results, "resok4.obj_attributes.attr_vals.filehandle") : Optional.empty();
  }

  private static Optional<XdrBytes> bytes(Optional<XdrValue> values, String path) {
    Optional<XdrValue> found = at(values, path);
    return found.isPresent() && found.get() instanceof XdrBytes bytes && bytes.isComplete()
        ? Optional.of(bytes)
        : Optional.empty();
  }

  private static Optional<XdrValue> at(Optional<XdrValue> values, String path) {
    return values.isPresent() ? values.get().at(path) : Optional.empty();
  }
}
