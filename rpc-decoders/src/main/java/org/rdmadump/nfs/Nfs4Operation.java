package org.rdmadump.nfs;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * An operation of a compound: its arguments in a call, its results in a reply. What is asked for of
 * it is found then.
 *
 * <pre>{@code
 * compound.operations().forEach(each -> System.out.println(each.name() + each.u64("offset")));
 * }</pre>
 */
public final class Nfs4Operation {
  private final int index;
  private final XdrUnion union;

  /** See {@link Nfs4Operations#facts}. */
  private final int facts;

  private final Nfs4Handles.Handle handle;
  private final Nfs4Handles.Handle savedHandle;
  private final Nfs4Handles.Handle handleBehind;

  /** Asked for by each who looks at results. */
  private final long status;

  Nfs4Operation(
      int index,
      XdrUnion union,
      int facts,
      boolean isResult,
      Nfs4Handles.Handle handle,
      Nfs4Handles.Handle savedHandle,
      Nfs4Handles.Handle handleBehind) {
    this.index = index;
    this.union = union;
    this.facts = facts;
    this.handle = handle;
    this.savedHandle = savedHandle;
    this.handleBehind = handleBehind;
    this.status = isResult ? ResultStatus.inArm(union) : ResultStatus.NONE;
  }

  /** {@return its place in the compound, from 0} */
  public int index() {
    return index;
  }

  /** {@return its number, such as 38, 0 to 2<sup>32</sup>-1} */
  public long number() {
    return Integer.toUnsignedLong((int) union.number());
  }

  /**
   * {@return its name, such as {@code WRITE} or {@code CB_RECALL}; {@code op 99} of a number
   * without one}
   */
  public String name() {
    return union.hasArm()
        ? union.field().type().discriminant().names().orElseThrow().brief(union.number())
        : String.format(Locale.US, Nfs4Compound.NUMBERED, number());
  }

  /** {@return position in the message of the number} */
  public long position() {
    return union.start();
  }

  /** {@return arguments or results; empty if the operation is unknown or its bytes are absent} */
  public Optional<XdrValue> body() {
    return Optional.ofNullable(bodyOf(union));
  }

  /** {@return status of results} */
  public Optional<XdrNumber> status() {
    XdrValue body = bodyOf(union);
    return body == null ? Optional.empty() : ResultStatus.of(body);
  }

  /**
   * {@return the file handle that the operation is about: the current one before it, or the one
   * that it makes current if it does nothing else, or that a callback names; empty if it has none
   * or it is not known}
   */
  public Optional<XdrBytes> handle() {
    return handle.bytes;
  }

  /** {@return of operations that also use the saved file handle, that one} */
  public Optional<XdrBytes> savedHandle() {
    return savedHandle.bytes;
  }

  /**
   * {@return the file handle that is current behind it; empty if there is none or it is not known}
   */
  public Optional<XdrBytes> handleBehind() {
    return handleBehind.bytes;
  }

  /** {@return whether it is about the saved file handle too: RENAME, LINK, COPY, CLONE} */
  public boolean hasSavedHandle() {
    return Nfs4Operations.hasSavedHandle(facts);
  }

  /** {@return whether these are results of an operation that failed} */
  public boolean isFailed() {
    return status != ResultStatus.NONE && status != ResultStatus.OK;
  }

  /**
   * {@return whether these are results that say that the server has no such operation, whatever its
   * number in the call (RFC 8881 section 16.2.3)}
   */
  public boolean isIllegal() {
    return number() == Nfs4Operations.ILLEGAL && status == ResultStatus.OP_ILLEGAL;
  }

  /**
   * {@return whether a server may answer these arguments by ILLEGAL: the number is none of an
   * operation in the minor version (RFC 8881 section 16.2.3), or of one that an extension added
   * (RFC 8178)}
   */
  public boolean mayBeIllegal(long minorVersion) {
    return !union.hasArm() || Nfs4Operations.mayBeIllegal(number(), facts, minorVersion);
  }

  /** Whether these are results that say that there is no such name. */
  boolean isMissing() {
    return status == ResultStatus.NOENT;
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

  /**
   * {@return an opaque in the arguments or results, such as {@code data} of a WRITE or READ, with
   * holes where bytes are absent; empty if there is none}
   *
   * @param path as of {@link #u64}
   */
  public Optional<Rope> bytes(String path) {
    return in(path).flatMap(value -> value.bytes(""));
  }

  private Optional<XdrValue> in(String path) {
    XdrValue body = bodyOf(union);
    Optional<XdrValue> found = body == null ? Optional.empty() : body.at(path);
    return found.isEmpty() && body instanceof XdrUnion results ? results.arm().at(path) : found;
  }

  /** The number and the arguments or results. */
  XdrUnion union() {
    return union;
  }

  /** What is known of it by its number. */
  int facts() {
    return facts;
  }

  /** Status of results, or {@link ResultStatus#NONE}; no values are made to find it. */
  long statusNumber() {
    return status;
  }

  /** Whether these are results of an operation that succeeded. */
  boolean isDone() {
    return statusNumber() == ResultStatus.OK;
  }

  /** Arguments or results; null if the operation is unknown or its bytes are absent. */
  static @Nullable XdrValue bodyOf(@Nullable XdrUnion operation) {
    return operation != null && operation.hasArm() && !(operation.arm() instanceof XdrUnreadable)
        ? operation.arm()
        : null;
  }

  @Override
  public String toString() {
    return name();
  }
}
