package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
  private final Handle[] handles;
  private final Handle[] savedHandles;
  private final Handle[] handlesBehind;
  private int count;
  private Handle current = NONE;
  private Handle saved = NONE;

  /** A file handle, whether its bytes are known or not. */
  private static final class Handle {
    private Optional<XdrBytes> bytes = Optional.empty();
  }

  /** Begins without handles, in a compound of a minor version and so many operations. */
  Nfs4Handles(long minorVersion, int operations) {
    this.consumedBySecinfo = minorVersion > 0;
    this.handles = new Handle[operations];
    this.savedHandles = new Handle[operations];
    this.handlesBehind = new Handle[operations];
  }

  /** Goes over the next operation, of which arguments or results or both may be known. */
  void step(long operation, @Nullable XdrValue arguments, @Nullable XdrValue results) {
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
    handles[count] = Nfs4Operations.hasHandle(operation) ? current : NONE;
    savedHandles[count] = Nfs4Operations.hasSavedHandle(operation) ? saved : NONE;
    after(operation, arguments, results);
    handlesBehind[count++] = current;
  }

  private void after(long operation, @Nullable XdrValue arguments, @Nullable XdrValue results) {
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

  /** Goes over the next callback, whose arguments may name a handle. */
  void callback(long operation, @Nullable XdrValue arguments) {
    int number = (int) Math.min(operation, CALLBACK_HANDLES.length - 1L);
    Handle named = NONE;
    if (!CALLBACK_HANDLES[number].isEmpty()) {
      named = new Handle();
      named.bytes = bytes(arguments, CALLBACK_HANDLES[number]);
    }
    handles[count] = named;
    savedHandles[count] = NONE;
    handlesBehind[count++] = NONE;
  }

  /** {@return the handle that an operation is about, as far as known by now} */
  Optional<XdrBytes> handle(int operation) {
    return handles[operation].bytes;
  }

  /** {@return of operations that also use the saved handle, that one} */
  Optional<XdrBytes> savedHandle(int operation) {
    return savedHandles[operation].bytes;
  }

  /** {@return the handle that is current behind an operation} */
  Optional<XdrBytes> behind(int operation) {
    return handlesBehind[operation].bytes;
  }

  private void told(Optional<XdrBytes> bytes) {
    if (current != NONE && bytes.isPresent()) {
      current.bytes = bytes;
    }
  }

  /** Whether the file is named by the current handle, so that it stays (RFC 8881 18.16.1). */
  private static boolean opensCurrent(@Nullable XdrValue arguments) {
    Optional<XdrValue> claim = at(arguments, "claim");
    if (claim.isEmpty() || !(claim.get() instanceof XdrUnion union)) {
      return false;
    }
    long type = union.number();
    return type == CLAIM_PREVIOUS || type >= CLAIM_FH;
  }

  private static Optional<XdrBytes> attribute(@Nullable XdrValue results) {
    Optional<XdrValue> mask = at(results, "resok4.obj_attributes.attrmask");
    boolean asked =
        mask.isPresent()
            && mask.get() instanceof XdrArray words
            && words.size() > 0
            && words.get(0) instanceof XdrNumber first
            && (first.value() & FILEHANDLE_BIT) != 0;
    return asked ? bytes(results, "resok4.obj_attributes.attr_vals.filehandle") : Optional.empty();
  }

  private static Optional<XdrBytes> bytes(@Nullable XdrValue values, String path) {
    Optional<XdrValue> found = at(values, path);
    return found.isPresent() && found.get() instanceof XdrBytes bytes && bytes.isComplete()
        ? Optional.of(bytes)
        : Optional.empty();
  }

  private static Optional<XdrValue> at(@Nullable XdrValue values, String path) {
    return values == null ? Optional.empty() : values.at(path);
  }
}
