package org.rdmadump.nfs;

import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * The attributes whose values an operation carries: RFC 7530 section 5, RFC 8881 section 5, RFC
 * 7862 section 12.2.
 */
final class Nfs4Attributes {
  /** In place of a number: there is none. */
  static final long NONE = -1;

  private static final int LAST_OF_0 = 55;
  private static final int LAST_OF_1 = 76;

  /** The type of attributes: a mask, and the values that it selects. */
  private static final String ATTRIBUTES = "fattr4";

  private static final String CREATED = "openhow.how.createattrs.attrmask";

  /** Of EXCLUSIVE4_1, RFC 8881 section 18.16.1. */
  private static final String CREATED_EXCLUSIVELY = "openhow.how.ch_createboth.cva_attrs.attrmask";

  private Nfs4Attributes() {}

  /**
   * {@return the greatest number of an attribute with a value that a minor version does not have,
   * or {@link #NONE}}
   *
   * @param isCallback whether it is an operation of CB_COMPOUND
   * @param asked of results, the operation of the call at the same place; null if it is not known
   */
  static long behind(
      long minorVersion,
      Nfs4Operation operation,
      boolean isCallback,
      @Nullable Nfs4Operation asked) {
    if (minorVersion > 1) {
      return NONE;
    }
    int last = minorVersion == 0 ? LAST_OF_0 : LAST_OF_1;
    long greatest = greatest(operation, last, isCallback, asked);
    return greatest > last ? greatest : NONE;
  }

  private static long greatest(
      Nfs4Operation operation, int last, boolean isCallback, @Nullable Nfs4Operation asked) {
    boolean isCall = operation.statusNumber() == ResultStatus.NONE;
    if (!isCallback && operation.number() == Nfs4Operations.READDIR) {
      return isCall ? NONE : ofEntries(operation, last, asked);
    }
    if (isCallback && operation.number() == Nfs4Operations.CB_NOTIFY) {
      return isCall ? inside(operation.body().orElse(null), last) : NONE;
    }
    String path =
        isCall
            ? isCallback ? "" : inArguments(operation.number())
            : inResults(operation, last, isCallback);
    XdrValue body = path.isEmpty() ? null : operation.body().orElse(null);
    return body == null ? NONE : greatest(mask(body, path));
  }

  private static long greatest(@Nullable XdrValue mask) {
    if (mask instanceof XdrArray words) {
      for (int i = words.size() - 1; i >= 0; i--) {
        if (words.get(i) instanceof XdrNumber word && word.value() != 0) {
          return (long) i * Integer.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(word.value());
        }
      }
    }
    return NONE;
  }

  /**
   * Looks at the entries of a directory, of which there can be thousands, only if something else
   * than usual may be in them: they have no attributes but those that the call asks for.
   */
  private static long ofEntries(Nfs4Operation results, int last, @Nullable Nfs4Operation asked) {
    XdrValue arguments = asked == null ? null : Nfs4Operation.bodyOf(asked.union());
    boolean isUsual =
        arguments != null && greatest(arguments.at("attr_request").orElse(null)) <= last;
    XdrValue body = isUsual || !results.isDone() ? null : results.body().orElse(null);
    return body == null ? NONE : inside(body.at("resok4.reply.entries").orElse(null), last);
  }

  /** Looks for attributes anywhere inside, up to the first ones with one behind the last. */
  private static long inside(@Nullable XdrValue value, int last) {
    if (value instanceof XdrStruct struct) {
      if (struct.field().type().name().equals(ATTRIBUTES)) {
        return greatest(struct.get(0));
      }
      return insideOf(struct, struct.size(), last);
    }
    if (value instanceof XdrArray array) {
      for (XdrValue each : array) {
        long greatest = inside(each, last);
        if (greatest > last) {
          return greatest;
        }
      }
    }
    return value instanceof XdrUnion union ? inside(union.arm(), last) : NONE;
  }

  private static long insideOf(XdrStruct struct, int size, int last) {
    long greatest = NONE;
    for (int i = 0; i < size && greatest <= last; i++) {
      greatest = inside(struct.get(i), last);
    }
    return greatest;
  }

  private static @Nullable XdrValue mask(XdrValue body, String path) {
    XdrValue mask = body.at(path).orElse(null);
    return mask == null && path.equals(CREATED) ? body.at(CREATED_EXCLUSIVELY).orElse(null) : mask;
  }

  /** Behind the status is the number of words of the mask: mostly too few for a greater one. */
  private static String inResults(Nfs4Operation operation, int last, boolean isCallback) {
    long teller = isCallback ? Nfs4Operations.CB_GETATTR : Nfs4Operations.GETATTR;
    return operation.number() == teller
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
