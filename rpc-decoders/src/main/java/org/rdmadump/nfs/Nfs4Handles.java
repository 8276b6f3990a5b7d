package org.rdmadump.nfs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.decode.XdrBytes;
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
  private Handle current = NONE;
  private Handle saved = NONE;

  /** A file handle, whether its bytes are known or not. */
  static final class Handle {
    Optional<XdrBytes> bytes = Optional.empty();
  }

  /** Begins without handles, in a compound of a minor version. */
  Nfs4Handles(long minorVersion) {
    this.consumedBySecinfo = minorVersion > 0;
  }

  /**
   * {@return the next operation}
   *
   * @param union what is known of it by itself
   * @param arguments where its arguments are, if they are known
   * @param results likewise
   */
  Nfs4Operation next(
      int index, XdrUnion union, @Nullable XdrUnion arguments, @Nullable XdrUnion results) {
    long operation = Integer.toUnsignedLong((int) union.number());
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
    Handle about = Nfs4Operations.hasHandle(operation) ? current : NONE;
    Handle alsoAbout = Nfs4Operations.hasSavedHandle(operation) ? saved : NONE;
    after(operation, arguments, results);
    return new Nfs4Operation(index, union, about, alsoAbout, current);
  }

  private void after(long operation, @Nullable XdrUnion arguments, @Nullable XdrUnion results) {
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

  /** {@return the next callback, whose arguments may name a handle} */
  static Nfs4Operation callback(int index, XdrUnion union, @Nullable XdrUnion arguments) {
    long operation = Integer.toUnsignedLong((int) union.number());
    int number = (int) Math.min(operation, CALLBACK_HANDLES.length - 1L);
    Handle named = NONE;
    if (!CALLBACK_HANDLES[number].isEmpty()) {
      named = new Handle();
      named.bytes = bytes(arguments, CALLBACK_HANDLES[number]);
    }
    return new Nfs4Operation(index, union, named, NONE, NONE);
  }

  private void told(Optional<XdrBytes> bytes) {
    if (current != NONE && bytes.isPresent()) {
      current.bytes = bytes;
    }
  }

  /** Whether the file is named by the current handle, so that it stays (RFC 8881 18.16.1). */
  private static boolean opensCurrent(@Nullable XdrUnion arguments) {
    if (!(at(arguments, "claim").orElse(null) instanceof XdrUnion union)) {
      return false;
    }
    long type = union.number();
    return type == CLAIM_PREVIOUS || type >= CLAIM_FH;
  }

  /** Behind the status is the number of words of the mask, then the mask (RFC 8881 18.7.2). */
  private static Optional<XdrBytes> attribute(@Nullable XdrUnion results) {
    boolean asked =
        results != null
            && results.armWord(1) > 0
            && results.armWord(2) > 0
            && (results.armWord(2) & FILEHANDLE_BIT) != 0;
    return asked ? bytes(results, "resok4.obj_attributes.attr_vals.filehandle") : Optional.empty();
  }

  private static Optional<XdrBytes> bytes(@Nullable XdrUnion values, String path) {
    return at(values, path).orElse(null) instanceof XdrBytes bytes && bytes.isComplete()
        ? Optional.of(bytes)
        : Optional.empty();
  }

  private static Optional<XdrValue> at(@Nullable XdrUnion operation, String path) {
    XdrValue body = Nfs4Operation.bodyOf(operation);
    return body == null ? Optional.empty() : body.at(path);
  }
}
