package org.rdmadump.analysis.field.xdr;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.zip.CRC32;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Finds the values of a declared field: follows its name through the tree of arguments or results,
 * and decodes nothing beside that.
 */
final class ValuePath {
  /** What is longer is bulk data, whatever it is declared as. */
  private static final int LONGEST = 1 << 16;

  private final String name;
  private final String[] names;

  /** What is left of the name from each of its parts on. */
  private final String[] rests;

  private final FieldType type;

  /** Whether values of a type can have the field. */
  private final IdentityHashMap<XdrType, Boolean> holders = new IdentityHashMap<>();

  private final AsciiBuffer text = new AsciiBuffer();

  /**
   * A path.
   *
   * @param name names of members with dots between them
   * @param type what most values are; those that are something else come with a text of their own
   */
  ValuePath(String name, FieldType type) {
    this.name = name;
    this.names = name.split("\\.", -1);
    this.type = type;
    this.rests = new String[names.length + 1];
    rests[names.length] = "";
    for (int i = names.length - 1; i >= 0; i--) {
      rests[i] = rests[i + 1].isEmpty() ? names[i] : names[i] + "." + rests[i + 1];
    }
  }

  /** Shows the values in arguments or results; true as soon as that is enough. */
  boolean read(RpcMessage message, XdrValue body, ValueVisitor to) {
    if (holds(body.field())) {
      return outermost(message, body, 0, to);
    }
    return names.length == 1 && LineValues.find(body, name, value -> asOnLines(value, to));
  }

  /** Shows a value as lines do: of data and of arrays how much it is. */
  private boolean asOnLines(XdrValue value, ValueVisitor to) {
    if (value instanceof XdrArray array) {
      return Shape.of(value.field()) == Shape.BITMAP ? bits(array, to) : amount(array.size(), to);
    }
    if (value instanceof XdrBytes bytes && isData(bytes)) {
      Optional<String> said = bytes.said();
      return said.isPresent() ? to.text(said.get()) : amount(bytes.length(), to);
    }
    return shown(value, to);
  }

  private boolean amount(long value, ValueVisitor to) {
    return type == FieldType.UNSIGNED ? to.number(value) : to.named(value, Long::toUnsignedString);
  }

  private boolean holds(XdrField field) {
    Boolean known = holders.get(field.type());
    if (known == null) {
      boolean[] found = new boolean[1];
      new DeclaredFields((declared, its, values) -> found[0] = true, name).outermost(field);
      known = found[0];
      holders.put(field.type(), known);
    }
    return known;
  }

  private boolean outermost(RpcMessage message, XdrValue value, int at, ValueVisitor to) {
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        XdrField member = struct.fieldAt(i);
        String called = ResultStatus.isStatus(member) ? DeclaredFields.STATUS : member.name();
        if (called.equals(names[at])) {
          return found(message, struct.get(i), at + 1, to);
        }
      }
      return false;
    }
    if (value instanceof XdrUnion union) {
      XdrField discriminant = union.field().type().discriminant();
      String called =
          ResultStatus.isStatus(discriminant) ? DeclaredFields.STATUS : discriminant.name();
      if (called.equals(names[at])) {
        return found(message, union.discriminant(), at + 1, to);
      }
      XdrValue arm = union.arm();
      return Shape.of(arm.field()).hasParts()
          ? outermost(message, arm, at, to)
          : arm.field().name().equals(names[at]) && found(message, arm, at + 1, to);
    }
    if (value instanceof XdrArray) {
      return found(message, value, at, to);
    }
    return value.field().name().equals(names[at]) && found(message, value, at + 1, to);
  }

  private boolean found(RpcMessage message, XdrValue value, int at, ValueVisitor to) {
    if (value instanceof XdrArray array) {
      return Shape.of(value.field()) == Shape.BITMAP
          ? at == names.length && bits(array, to)
          : elements(message, array, at, to);
    }
    if (at == names.length) {
      return shown(value, to);
    }
    if (value instanceof XdrBytes bytes) {
      return isData(bytes) && part(message, bytes, rests[at], to);
    }
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        if (struct.fieldAt(i).name().equals(names[at])) {
          return found(message, struct.get(i), at + 1, to);
        }
      }
    }
    if (value instanceof XdrUnion union) {
      if (union.field().type().discriminant().name().equals(names[at])) {
        return found(message, union.discriminant(), at + 1, to);
      }
      XdrValue arm = union.arm();
      return arm.field().name().equals(names[at]) && found(message, arm, at + 1, to);
    }
    return false;
  }

  private boolean elements(RpcMessage message, XdrArray array, int at, ValueVisitor to) {
    for (XdrValue element : array) {
      if (found(message, element, at, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean shown(XdrValue value, ValueVisitor to) {
    if (value instanceof XdrNumber number) {
      return number(number, to);
    }
    if (value instanceof XdrBytes bytes) {
      return bytes(bytes, to);
    }
    if (value instanceof XdrStruct && Shape.of(value.field()) == Shape.TIME) {
      return time(value, to);
    }
    return (value instanceof XdrStruct || value instanceof XdrUnion) && to.group();
  }

  private boolean number(XdrNumber number, ValueVisitor to) {
    XdrField field = number.field();
    if (field.isUnset(number.value())) {
      return false;
    }
    FieldType its = Shape.of(field).type(field).orElse(FieldType.NAMED);
    boolean odd = its == FieldType.BOOLEAN && number.value() != 0 && number.value() != 1;
    boolean plain = its == type && its != FieldType.NAMED && !odd;
    return plain ? to.number(number.value()) : to.named(number.value(), new DeclaredNames(field));
  }

  private boolean bytes(XdrBytes bytes, ValueVisitor to) {
    if (isData(bytes)) {
      return to.group();
    }
    Rope rope = bytes.rope();
    return switch (Shape.of(bytes.field())) {
      case FILE_HANDLE -> {
        CRC32 crc = new CRC32();
        crc.update(rope.toArray(bytes.contentStart(), bytes.contentStart() + bytes.length()));
        yield to.number(crc.getValue());
      }
      case TEXT -> {
        Optional<String> said = bytes.said();
        yield to.text(
            said.isPresent()
                ? said.get()
                : OpaqueText.hex(rope, bytes.contentStart(), bytes.length()));
      }
      default -> to.bytes(rope, bytes.contentStart(), bytes.length());
    };
  }

  private boolean time(XdrValue value, ValueVisitor to) {
    long nanos = XdrTime.epochNanos(value.field(), value.rope(), value.start());
    if (nanos != XdrTime.NONE) {
      return to.number(nanos);
    }
    if (value.end() >= 0 && XdrTime.isUnset(value.field(), value.rope(), value.start())) {
      return false;
    }
    text.clear();
    return XdrTime.put(text, value.field(), value.rope(), value.start())
        && to.text(text.toString());
  }

  private static boolean bits(XdrArray array, ValueVisitor to) {
    Rope rope = array.rope();
    long at = array.start();
    if (!rope.has(at, Integer.BYTES) || array.field().names().isEmpty()) {
      return false;
    }
    long words = Integer.toUnsignedLong(rope.getInt(at));
    XdrNames names = array.field().names().get();
    for (long word = 0; word < words; word++) {
      long from = at + Integer.BYTES * (1 + word);
      int set = rope.has(from, Integer.BYTES) ? rope.getInt(from) : 0;
      for (; set != 0; set &= set - 1) {
        long bit = word * Integer.SIZE + Integer.numberOfTrailingZeros(set);
        if (to.named(bit, names::label)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isData(XdrBytes bytes) {
    return Shape.of(bytes.field()) == Shape.DATA || bytes.length() > LONGEST || !bytes.isComplete();
  }

  private static boolean part(RpcMessage message, XdrBytes bytes, String rest, ValueVisitor to) {
    for (DataPart part : DataPart.values()) {
      if (part.label().equals(rest)) {
        return part.read(message, bytes.field(), bytes.contentStart(), bytes.length(), to);
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return Arrays.toString(names);
  }
}
