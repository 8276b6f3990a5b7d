package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrNothing;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The words under which lines of text show values: {@code count 4096} of a WRITE of NFS version 4,
 * whose arguments have no field of that name. Whoever reads such a line can ask for the value by
 * the same word.
 */
final class LineValues {
  /** Types inside of each other; those that have themselves inside are not followed further. */
  private static final int MOST_DEPTH = 24;

  /** What lines call most state IDs. */
  private static final String STATE_ID = "stateid";

  private LineValues() {}

  /** Takes a value that a line shows. */
  interface Taker {
    /** {@return true if that was enough} */
    boolean take(XdrValue value);
  }

  /** Whether results are a state ID and nothing else, of which JSON has the parts alone. */
  private static boolean isStateId(XdrField arm) {
    return arm.form() == XdrForm.STATE_ID;
  }

  /** The word of such a state ID, also where lines leave it out, as that of CLOSE. */
  private static String wordOf(XdrField stateId) {
    return stateId.isTelling() ? stateId.label() : STATE_ID;
  }

  // ---- declarations

  /** Shows {@code sink} the words of arguments or results, or only the wanted one. */
  static void declared(XdrField body, String wanted, DeclaredFields.Sink sink) {
    new Declarations(wanted, sink).put(body.present());
  }

  /** One pass over declarations. */
  private static final class Declarations {
    private final String wanted;
    private final DeclaredFields.Sink sink;
    private final List<XdrType> around = new ArrayList<>();

    Declarations(String wanted, DeclaredFields.Sink sink) {
      this.wanted = wanted;
      this.sink = sink;
    }

    void put(XdrField body) {
      XdrType type = body.type();
      if (type.kind() == XdrType.Kind.UNION && ResultStatus.isStatus(type.discriminant())) {
        for (int i = 0; i < type.fieldCount(); i++) {
          XdrField arm = type.field(i).present();
          if (isStateId(arm)) {
            sink(wordOf(arm), FieldType.GROUP, arm);
          } else if (arm.type().kind() == XdrType.Kind.STRUCT && Shape.of(arm) == Shape.STRUCT) {
            members(arm);
          } else if (arm.isTelling()) {
            item(arm);
          }
        }
      } else if (type.kind() == XdrType.Kind.STRUCT) {
        members(body);
      } else if (body.isTelling() && !ResultStatus.isStatus(body)) {
        item(body);
      }
    }

    private void members(XdrField struct) {
      XdrType type = struct.hold() == XdrHold.SELECTED ? struct.heldUnion() : struct.type();
      if (around.contains(type) || around.size() > MOST_DEPTH) {
        return;
      }
      around.add(type);
      for (int i = 0; i < type.fieldCount(); i++) {
        if (type.field(i).isTelling()) {
          item(type.field(i));
        }
      }
      around.remove(around.size() - 1);
    }

    private void item(XdrField declared) {
      XdrField field = declared.present();
      if (field.hold() == XdrHold.VALUE) {
        item(field.held());
        return;
      }
      if (field.hold() == XdrHold.ARM) {
        for (int i = 0; i < field.heldUnion().fieldCount(); i++) {
          item(field.heldArm(i));
        }
        return;
      }
      Shape shape = Shape.of(field);
      shape.type(field).ifPresent(type -> sink(field, type));
      switch (shape) {
        case DATA -> {
          if (field.form() == XdrForm.DATA) {
            sink(field, FieldType.UNSIGNED);
          } else if (isWanted(field.label())) {
            sink.data(field.label(), FieldType.TEXT);
          }
        }
        case STRUCT -> {
          sink(field, FieldType.GROUP);
          members(field);
        }
        case UNION -> union(field);
        case ARRAY -> {
          if (field.isCountOnly()) {
            sink(field, FieldType.UNSIGNED);
          } else {
            elements(field);
          }
        }
        default -> {
          // A value, or none.
        }
      }
    }

    /** The word of an array stands once before its elements. */
    private void elements(XdrField array) {
      XdrField element = array.type().element().present();
      Shape.of(element).type(element).ifPresent(type -> sink(array.label(), type, element));
      item(element);
    }

    private void union(XdrField field) {
      XdrType type = field.type();
      if (around.contains(type) || around.size() > MOST_DEPTH) {
        return;
      }
      around.add(type);
      if (type.discriminant().type().kind() == XdrType.Kind.ENUM) {
        sink(field.label(), FieldType.NAMED, type.discriminant());
      }
      for (int i = 0; i < type.fieldCount(); i++) {
        if (type.field(i).present().isTelling()) {
          item(type.field(i));
        }
      }
      around.remove(around.size() - 1);
    }

    private void sink(XdrField field, FieldType type) {
      sink(field.label(), type, field);
    }

    private void sink(String word, FieldType type, XdrField names) {
      if (isWanted(word)) {
        sink.field(word, type, type == FieldType.NAMED ? DeclaredFields.values(names) : List.of());
      }
    }

    private boolean isWanted(String word) {
      return !word.isEmpty() && (wanted.isEmpty() || wanted.equals(word));
    }
  }

  // ---- values

  /** Shows the values that a line shows under {@code word}; true as soon as that is enough. */
  static boolean find(XdrValue body, String word, Taker to) {
    if (body instanceof XdrUnion union && ResultStatus.of(union).isPresent()) {
      XdrValue arm = union.arm();
      if (arm instanceof XdrStruct && isStateId(arm.field())) {
        return wordOf(arm.field()).equals(word) && to.take(arm);
      }
      if (arm instanceof XdrStruct struct && Shape.of(arm.field()) == Shape.STRUCT) {
        return members(struct, word, to);
      }
      return arm.field().isTelling() && item(arm, word, to);
    }
    if (body instanceof XdrStruct struct) {
      return members(struct, word, to);
    }
    return body.field().isTelling() && ResultStatus.of(body).isEmpty() && item(body, word, to);
  }

  private static boolean members(XdrStruct struct, String word, Taker to) {
    for (int i = 0; i < struct.size(); i++) {
      XdrValue member = struct.get(i);
      if (member.field().isTelling() && item(member, word, to)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPresent(XdrValue value) {
    return !(value instanceof XdrNothing) && !(value instanceof XdrUnreadable);
  }

  private static boolean item(XdrValue value, String word, Taker to) {
    if (!isPresent(value)) {
      return false;
    }
    XdrField field = value.field();
    boolean called = field.label().equals(word);
    if (value instanceof XdrUnion union) {
      boolean named = union.discriminant().field().type().kind() == XdrType.Kind.ENUM;
      return (called && named && to.take(union.discriminant()))
          || (union.arm().field().isTelling() && item(union.arm(), word, to));
    }
    if (value instanceof XdrArray array) {
      if (Shape.of(field) == Shape.BITMAP || field.isCountOnly()) {
        return called && to.take(array);
      }
      for (XdrValue element : array) {
        if (item(element, word, to) || (called && isPresent(element) && to.take(element))) {
          return true;
        }
      }
      return false;
    }
    if (called && to.take(value)) {
      return true;
    }
    return value instanceof XdrStruct struct
        && Shape.of(field) == Shape.STRUCT
        && members(struct, word, to);
  }
}
