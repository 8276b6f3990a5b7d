package org.rdmadump.nfs;

import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * An operation of a compound: its arguments in a call, its results in a reply.
 *
 * <pre>{@code
 * compound.operations().forEach(each -> System.out.println(each.name() + each.u64("offset")));
 * }</pre>
 *
 * @param index from 0
 * @param number such as 38, 0 to 2<sup>32</sup>-1
 * @param name such as {@code WRITE} or {@code CB_RECALL}; {@code op 99} of a number without one
 * @param position in the message of the number
 * @param body arguments or results; empty if the operation is unknown or its bytes are absent
 * @param status of results
 * @param handle the file handle that the operation is about: the current one before it, or the one
 *     that it makes current if it does nothing else, or that a callback names; empty if it has none
 *     or it is not known
 * @param savedHandle of operations that also use the saved file handle, that one
 * @param handleBehind the file handle that is current behind it; empty if there is none or it is
 *     not known
 */
public record Nfs4Operation(
    int index,
    long number,
    String name,
    long position,
    Optional<XdrValue> body,
    Optional<XdrNumber> status,
    Optional<XdrBytes> handle,
    Optional<XdrBytes> savedHandle,
    Optional<XdrBytes> handleBehind) {
  private static final int NFS4_OK = 0;

  /** {@return whether it is about the saved file handle too: RENAME, LINK, COPY, CLONE} */
  public boolean hasSavedHandle() {
    return Nfs4Operations.hasSavedHandle(number);
  }

  /** {@return whether these are results of an operation that failed} */
  public boolean isFailed() {
    return status.isPresent() && status.get().value() != NFS4_OK;
  }

  /**
   * {@return a number in the arguments or results, such as {@code offset} of a WRITE; unsigned, as
   * {@link Long#toUnsignedString(long)} takes it; empty if there is none}
   *
   * @param path a name as RFC 8881 declares it, or several with dots between, as {@link
   *     XdrValue#at} takes them; in results that are a union, within what its status chose
   */
  public OptionalLong u64(String path) {
    Optional<XdrValue> found = in(path);
    return found.isPresent() ? found.get().number("") : OptionalLong.empty();
  }

  /**
   * {@return a value in the arguments or results as text, such as {@code objname} of a LOOKUP;
   * empty if there is none}
   *
   * @param path as of {@link #u64}
   */
  public Optional<String> text(String path) {
    return in(path).flatMap(value -> value.text(""));
  }

  private Optional<XdrValue> in(String path) {
    Optional<XdrValue> found = body.flatMap(whole -> whole.at(path));
    return found.isEmpty() && body.isPresent() && body.get() instanceof XdrUnion union
        ? union.arm().at(path)
        : found;
  }

  /** The same, with what has become known of its file handles. */
  Nfs4Operation with(
      Optional<XdrBytes> handle, Optional<XdrBytes> savedHandle, Optional<XdrBytes> handleBehind) {
    return new Nfs4Operation(
        index, number, name, position, body, status, handle, savedHandle, handleBehind);
  }
}
