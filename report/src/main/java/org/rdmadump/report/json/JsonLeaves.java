package org.rdmadump.report.json;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The values of a structure of fixed length, however deep they are in it: what JSON has between
 * them is always the same, so they are written one after the other.
 */
final class JsonLeaves {
  private static final Optional<JsonLeaves> NONE = Optional.empty();

  /** How a value is read. */
  enum Form {
    WORD,
    UNSIGNED_WORD,
    LONG,
    TIME,
    BYTES
  }

  /**
   * One value.
   *
   * @param before what stands between it and the value before, its name with it
   * @param at position in the structure
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Leaf(byte[] before, JsonPlace place, Form form, int at) {}

  final Leaf[] leaves;

  /** What stands behind the last value. */
  final byte[] end;

  final long size;

  private JsonLeaves(XdrField field, List<Leaf> leaves, byte[] end) {
    this.leaves = leaves.toArray(new Leaf[0]);
    this.end = end;
    this.size = field.type().fixedSize();
  }

  /** Those at a place; none if the length of a value there depends on it, or more is in it. */
  static Optional<JsonLeaves> of(XdrField field) {
    if (field.type().kind() != XdrType.Kind.STRUCT || field.type().fixedSize() <= 0) {
      return NONE;
    }
    List<Leaf> leaves = new ArrayList<>();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    return add(field.type(), 0, leaves, text)
        ? Optional.of(new JsonLeaves(field, leaves, text.toByteArray()))
        : NONE;
  }

  private static boolean add(
      XdrType type, int start, List<Leaf> leaves, ByteArrayOutputStream text) {
    int at = start;
    for (int i = 0; i < type.fieldCount(); i++) {
      XdrField field = type.field(i);
      byte[] key = JsonText.key(field.name());
      // The first one's comma is left out by who writes it.
      int comma = i == 0 && !(leaves.isEmpty() && text.size() == 0) ? 1 : 0;
      text.write(key, comma, key.length - comma);
      if (field.type().kind() == XdrType.Kind.STRUCT && !XdrTime.isTime(field)) {
        text.write('{');
        if (!add(field.type(), at, leaves, text)) {
          return false;
        }
      } else {
        Optional<Form> form = form(field);
        if (form.isEmpty()) {
          return false;
        }
        leaves.add(new Leaf(text.toByteArray(), new JsonPlace(field), form.get(), at));
        text.reset();
      }
      at += (int) field.type().fixedSize();
    }
    text.write('}');
    return true;
  }

  private static Optional<Form> form(XdrField field) {
    return switch (field.type().kind()) {
      case INT, ENUM, BOOL -> Optional.of(Form.WORD);
      case UNSIGNED_INT, FLOAT -> Optional.of(Form.UNSIGNED_WORD);
      case HYPER, UNSIGNED_HYPER, DOUBLE -> Optional.of(Form.LONG);
      case FIXED_OPAQUE ->
          field.hold() == XdrHold.NOTHING ? Optional.of(Form.BYTES) : Optional.empty();
      case STRUCT -> XdrTime.isDuration(field) ? Optional.empty() : Optional.of(Form.TIME);
      default -> Optional.empty();
    };
  }
}
