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
    int facts = Nfs4Operations.facts(number(union), /* callback= */ false);
    Handle about = current;
    Handle alsoAbout = Nfs4Operations.hasSavedHandle(facts) ? saved : NONE;
    switch (Nfs4Operations.step(facts)) {
      case Nfs4Operations.HAS_NONE -> about = NONE;
      case Nfs4Operations.PUTS -> {
        about = new Handle();
        about.bytes = bytes(arguments, "object");
        current = about;
      }
      case Nfs4Operations.TELLS_ATTRIBUTES -> told(attribute(results));
      case Nfs4Operations.TELLS_HANDLE -> told(bytes(results, "resok4.object"));
      case Nfs4Operations.OPENS -> current = opensCurrent(arguments) ? current : new Handle();
      case Nfs4Operations.SAVES -> saved = current;
      case Nfs4Operations.RESTORES -> {
        about = saved;
        current = saved;
      }
      case Nfs4Operations.PUTS_ROOT, Nfs4Operations.PUTS_PUBLIC -> {
        about = new Handle();
        current = about;
      }
      case Nfs4Operations.ENTERS, Nfs4Operations.GOES_UP, Nfs4Operations.OPENS_ATTRIBUTES ->
          current = new Handle();
      case Nfs4Operations.SECURES_NAME, Nfs4Operations.SECURES ->
          current = consumedBySecinfo ? NONE : current;
      default -> {
        // Leaves it.
      }
    }
    return new Nfs4Operation(index, union, facts, union == results, about, alsoAbout, current);
  }

  private static long number(XdrUnion union) {
    return Integer.toUnsignedLong((int) union.number());
  }

  /**
   * {@return the next callback, whose arguments may name a handle}
   *
   * @param isResult whether {@code union} is what came of it
   */
  static Nfs4Operation callback(
      int index, XdrUnion union, @Nullable XdrUnion arguments, boolean isResult) {
    String handle = CALLBACK_HANDLES[(int) Math.min(number(union), CALLBACK_HANDLES.length - 1L)];
    Handle named = NONE;
    if (!handle.isEmpty()) {
      named = new Handle();
      named.bytes = bytes(arguments, handle);
    }
    int facts = Nfs4Operations.facts(number(union), /* callback= */ true);
    return new Nfs4Operation(index, union, facts, isResult, named, NONE, NONE);
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
