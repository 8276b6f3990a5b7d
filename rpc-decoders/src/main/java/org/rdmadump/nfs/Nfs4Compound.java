package org.rdmadump.nfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.schema.XdrType;

/**
 * A COMPOUND or CB_COMPOUND of NFS version 4, operation by operation: the arguments of a call, or
 * the results of a reply. RFC 7530 section 15.2, RFC 8881 sections 16.2 and 20.
 *
 * <p>Operations are found as far as they can be: to the first one that is unknown, or that is not
 * as declared, or whose end is in bytes that are absent. Whether all of it is as declared is for
 * {@link XdrContent#check()} to say.
 */
public final class Nfs4Compound {
  /**
   * Operations that are kept apart, of one compound. Servers take far fewer; what is behind them is
   * not looked at here.
   */
  public static final int MOST_OPERATIONS = 1024;

  /** How an operation without a name is written. */
  public static final String NUMBERED = "op %d";

  /** Members that all forms have, in other orders; the last one is the array of operations. */
  private static final int FEWEST_MEMBERS = 3;

  private static final int VERSION = 4;
  private static final int COMPOUND = 1;
  private static final int STATUS = 0;
  private static final int MINOR_VERSION = 1;
  private static final Nfs4Operation[] NO_OPERATIONS = {};
  private static final XdrUnion[] NO_UNIONS = {};

  private final Kind kind;
  private final XdrStruct whole;
  private final OptionalLong minorVersion;
  private final long announced;
  private final Nfs4Operation[] operations;
  private final Optional<Nfs4Operation> main;
  private final List<Nfs4Problem> problems;

  /** The operations as a list, once that was asked for. */
  private @Nullable List<Nfs4Operation> list;

  private Nfs4Compound(
      Kind kind,
      XdrStruct whole,
      OptionalLong minorVersion,
      long announced,
      Nfs4Operation[] operations,
      Optional<Nfs4Operation> main,
      List<Nfs4Problem> problems) {
    this.kind = kind;
    this.whole = whole;
    this.minorVersion = minorVersion;
    this.announced = announced;
    this.operations = operations;
    this.main = main;
    this.problems = problems.isEmpty() ? List.of() : List.copyOf(problems);
  }

  /** The four forms, by the names of their types. */
  private enum Kind {
    CALL("COMPOUND4args"),
    REPLY("COMPOUND4res"),
    CALLBACK_CALL("CB_COMPOUND4args"),
    CALLBACK_REPLY("CB_COMPOUND4res");

    private static final Kind[] ALL = values();

    private final String type;

    Kind(String type) {
      this.type = type;
    }

    boolean isCall() {
      return this == CALL || this == CALLBACK_CALL;
    }

    boolean isCallback() {
      return this == CALLBACK_CALL || this == CALLBACK_REPLY;
    }

    /** Whether {@code call} can be what this answers. */
    boolean answers(Kind call) {
      return !isCall() && call.isCall() && isCallback() == call.isCallback();
    }
  }

  /**
   * Reads a compound.
   *
   * @param body arguments or results of a procedure
   * @param call of results, their call if it is known: it has the minor version and the file
   *     handles; of arguments it is passed over
   * @return nothing if the type is none of a compound
   */
  public static Optional<Nfs4Compound> of(XdrContent body, Optional<Nfs4Compound> call) {
    return of(body, call, OptionalLong.empty());
  }

  /**
   * Reads a compound.
   *
   * @param body as of {@link #of(XdrContent, Optional)}
   * @param call as there
   * @param minorVersion of results, that of their call if no more is known of it
   * @return nothing if the type is none of a compound
   */
  public static Optional<Nfs4Compound> of(
      XdrContent body, Optional<Nfs4Compound> call, OptionalLong minorVersion) {
    XdrType type = body.field().type();
    // Most messages are none, and have one structure or a union.
    if (type.kind() != XdrType.Kind.STRUCT || type.fieldCount() < FEWEST_MEMBERS) {
      return Optional.empty();
    }
    for (Kind kind : Kind.ALL) {
      if (kind.type.equals(type.name()) && body.tree() instanceof XdrStruct whole) {
        Nfs4Compound asked = call.orElse(null);
        return Optional.of(
            read(
                kind,
                whole,
                asked != null && kind.answers(asked.kind) ? asked : null,
                minorVersion));
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the minor version in a call, which stands behind its tag; empty if it is no COMPOUND
   * of NFS, or the bytes are absent}
   *
   * @param message all of the RPC message, or its beginning
   */
  public static OptionalLong minorVersion(RpcCallHeader header, Rope message) {
    long at = header.bodyOffset();
    if (header.program() != RpcPrograms.NFS
        || header.version() != VERSION
        || header.procedure() != COMPOUND
        || !message.has(at, Integer.BYTES)) {
      return OptionalLong.empty();
    }
    long tag = Integer.toUnsignedLong(message.getInt(at));
    long behind = at + Integer.BYTES + ((tag + Integer.BYTES - 1) & -Integer.BYTES);
    return message.has(behind, Integer.BYTES)
        ? OptionalLong.of(Integer.toUnsignedLong(message.getInt(behind)))
        : OptionalLong.empty();
  }

  /** {@return the same call, with the file handles that its results tell} */
  public Nfs4Compound with(Nfs4Compound results) {
    if (!results.kind.answers(kind) || kind.isCallback()) {
      return this;
    }
    Nfs4Handles handles = new Nfs4Handles(minorVersion.orElse(1));
    Nfs4Operation[] resolved = new Nfs4Operation[operations.length];
    for (int i = 0; i < resolved.length; i++) {
      XdrUnion union = operations[i].union();
      resolved[i] = handles.next(i, union, union, results.same(i, union));
    }
    return new Nfs4Compound(
        kind,
        whole,
        minorVersion,
        announced,
        resolved,
        main.map(each -> resolved[each.index()]),
        problems);
  }

  /** {@return whether these are arguments} */
  public boolean isCall() {
    return kind.isCall();
  }

  /** {@return whether the server is the one who calls} */
  public boolean isCallback() {
    return kind.isCallback();
  }

  /** {@return the words that the client chose for the call; mostly empty} */
  public Optional<XdrBytes> tag() {
    return whole.get("tag").orElseThrow() instanceof XdrBytes tag
        ? Optional.of(tag)
        : Optional.empty();
  }

  /** {@return minor version; of results that of their call, if it is known} */
  public OptionalLong minorVersion() {
    return minorVersion;
  }

  /** {@return of results, the status of the whole} */
  public Optional<XdrNumber> status() {
    return status(kind, whole);
  }

  /** {@return number of operations that the sender says there are; 0 if that is absent} */
  public long announced() {
    return announced;
  }

  private boolean isAllFound() {
    return isAllFound(whole, operations, announced);
  }

  private static boolean isAllFound(XdrStruct whole, Nfs4Operation[] operations, long announced) {
    return operations.length == announced && whole.get(whole.size() - 1) instanceof XdrArray;
  }

  /** {@return the operations that could be found, in order; at most {@link #MOST_OPERATIONS}} */
  public List<Nfs4Operation> operations() {
    List<Nfs4Operation> known = list;
    if (known == null) {
      known = List.of(operations);
      list = known;
    }
    return known;
  }

  /** {@return number of the operations that could be found} */
  public int count() {
    return operations.length;
  }

  /**
   * {@return one of the operations that could be found}
   *
   * @param index from 0 to one below {@link #count}
   * @throws ArrayIndexOutOfBoundsException if there is no such operation
   */
  public Nfs4Operation operation(int index) {
    return operations[index];
  }

  /**
   * {@return the operation that the compound is about, WRITE rather than SEQUENCE or PUTFH; of
   * results, the one of their call if it is known, with its arguments, so that a compound which
   * failed early has the same}
   */
  public Optional<Nfs4Operation> main() {
    return main;
  }

  /**
   * {@return the results of {@link #main}, such as those of READ; empty for a call, and where the
   * compound failed before it}
   */
  public Optional<Nfs4Operation> mainResult() {
    Nfs4Operation about = main.orElse(null);
    return isCall() || about == null || same(about.index(), about.union()) == null
        ? Optional.empty()
        : Optional.of(operations[about.index()]);
  }

  /** {@return what is wrong with the compound as such} */
  public List<Nfs4Problem> problems() {
    return problems;
  }

  private static Optional<XdrNumber> status(Kind kind, XdrStruct whole) {
    return !kind.isCall() && whole.get(STATUS) instanceof XdrNumber number
        ? Optional.of(number)
        : Optional.empty();
  }

  private static OptionalLong minorVersion(XdrStruct call) {
    return call.get(MINOR_VERSION) instanceof XdrNumber number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  private static Nfs4Compound read(
      Kind kind, XdrStruct whole, @Nullable Nfs4Compound call, OptionalLong minorVersionOfCall) {
    OptionalLong minorVersion =
        call != null ? call.minorVersion : kind.isCall() ? minorVersion(whole) : minorVersionOfCall;
    long announced = 0;
    XdrUnion[] found = NO_UNIONS;
    List<Nfs4Problem> problems = new ArrayList<>(0);
    if (whole.get(whole.size() - 1) instanceof XdrArray array) {
      announced = array.size();
      found = found(array, problems);
    }
    Nfs4Operation[] operations = operations(kind, minorVersion, found, call);
    Nfs4Review review = new Nfs4Review(operations, problems);
    if (minorVersion.isPresent()) {
      review.minorVersion(
          minorVersion.getAsLong(),
          whole.start(),
          kind.isCallback(),
          call == null ? NO_OPERATIONS : call.operations);
    }
    Optional<XdrNumber> status = status(kind, whole);
    if (!kind.isCall()) {
      review.status(status, announced);
    }
    if (call != null) {
      review.call(call.operations, call.isAllFound());
      if (announced < call.announced && isAllFound(whole, operations, announced)) {
        review.fewerResults(status.orElseThrow(), call.operations, call.announced);
      }
    }
    Optional<Nfs4Operation> main =
        call != null && call.main.isPresent() ? call.main : main(operations);
    return new Nfs4Compound(kind, whole, minorVersion, announced, operations, main, problems);
  }

  /** Finds operations, up to the first one behind which none can be found. */
  private static XdrUnion[] found(XdrArray array, List<Nfs4Problem> problems) {
    int most = Math.min(array.size(), MOST_OPERATIONS);
    XdrUnion[] found = new XdrUnion[most];
    int count = 0;
    boolean on = true;
    while (on && count < most && array.get(count) instanceof XdrUnion union) {
      found[count++] = union;
      on = union.hasArm();
    }
    if (!on) {
      problems.add(unknown(count - 1, found[count - 1]));
    } else if (count == most && count < array.size()) {
      problems.add(tooMany(count, array));
    }
    return count == most ? found : Arrays.copyOf(found, count);
  }

  private static Nfs4Problem unknown(int index, XdrUnion operation) {
    return new Nfs4Problem(
        NfsRules.UNKNOWN_OPERATION,
        index,
        operation.start(),
        "undefined operation "
            + numberOf(operation)
            + "; the rest of the compound cannot be decoded");
  }

  private static Nfs4Problem tooMany(int count, XdrArray array) {
    return new Nfs4Problem(
        NfsRules.MANY_OPERATIONS,
        count,
        array.start(),
        array.size() + " operations, only the first " + count + " are tracked");
  }

  private static long numberOf(XdrUnion operation) {
    return Integer.toUnsignedLong((int) operation.number());
  }

  private static Nfs4Operation[] operations(
      Kind kind, OptionalLong minorVersion, XdrUnion[] found, @Nullable Nfs4Compound call) {
    Nfs4Handles handles = new Nfs4Handles(minorVersion.orElse(1));
    Nfs4Operation[] operations = new Nfs4Operation[found.length];
    for (int i = 0; i < found.length; i++) {
      XdrUnion union = found[i];
      XdrUnion arguments = kind.isCall() ? union : call != null ? call.same(i, union) : null;
      operations[i] =
          kind.isCallback()
              ? Nfs4Handles.callback(i, union, arguments, !kind.isCall())
              : handles.next(i, union, arguments, kind.isCall() ? null : union);
    }
    return operations;
  }

  /** The operation at the same place, if it is that one. */
  private @Nullable XdrUnion same(int index, XdrUnion as) {
    XdrUnion same = index < operations.length ? operations[index].union() : null;
    return same != null && (int) same.number() == (int) as.number() ? same : null;
  }

  private static Optional<Nfs4Operation> main(Nfs4Operation[] operations) {
    boolean asksForRoot = false;
    for (Nfs4Operation each : operations) {
      asksForRoot |= Nfs4Operations.step(each.facts()) == Nfs4Operations.TELLS_HANDLE;
    }
    Nfs4Operation main = null;
    int greatest = -1;
    for (Nfs4Operation each : operations) {
      int weight = Nfs4Operations.weight(each.facts(), asksForRoot);
      if (weight >= greatest) {
        greatest = weight;
        main = each;
      }
    }
    return Optional.ofNullable(main);
  }
}
