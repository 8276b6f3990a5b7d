package org.rdmadump.analysis.field.xdr;

import java.util.Optional;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/**
 * What a declared place is to whoever asks for a field: a value, or something with values in it.
 */
enum Shape {
  /** An integer that is shown as one. */
  NUMBER,
  /** A bool. */
  BOOL,
  /** An integer with a text of its own: names, flags, octal, hexadecimal. */
  NAMED,
  /** A set of names: one value for each bit that is set. */
  BITMAP,
  /** A structure that is one time. */
  TIME,
  /** A file handle, which is its CRC-32. */
  FILE_HANDLE,
  /** Bytes that are text, mostly. */
  TEXT,
  /** Other bytes. */
  BYTES,
  /** Bulk data: how long it is, whether it is complete. */
  DATA,
  /** A structure, or what a bitmap selected. */
  STRUCT,
  /** A union. */
  UNION,
  /** An array or list. */
  ARRAY,
  /** No value. */
  VOID;

  /** {@return the shape of a place; optional data was looked into before} */
  static Shape of(XdrField field) {
    XdrType type = field.type();
    if (field.hold() == XdrHold.SELECTED) {
      return STRUCT;
    }
    return switch (type.kind()) {
      case STRUCT -> XdrTime.isTime(field) ? TIME : STRUCT;
      case UNION -> UNION;
      case ARRAY, FIXED_ARRAY, LIST ->
          field.form() == XdrForm.BITMAP && field.names().isPresent() ? BITMAP : ARRAY;
      case FIXED_OPAQUE, OPAQUE, STRING, QUADRUPLE -> bytes(field, type);
      case VOID, OPTIONAL -> VOID;
      default -> number(field, type);
    };
  }

  private static Shape bytes(XdrField field, XdrType type) {
    if (field.isDdpEligible() || field.form() == XdrForm.DATA) {
      return DATA;
    }
    if (field.form() == XdrForm.FILE_HANDLE) {
      return FILE_HANDLE;
    }
    return field.form() == XdrForm.TEXT || type.kind() == XdrType.Kind.STRING ? TEXT : BYTES;
  }

  private static Shape number(XdrField field, XdrType type) {
    return switch (field.form()) {
      case FLAGS, MODE, HEX, VERIFIER, NAMED -> NAMED;
      default ->
          switch (type.kind()) {
            case BOOL -> BOOL;
            case ENUM, FLOAT, DOUBLE -> NAMED;
            default -> NUMBER;
          };
    };
  }

  /** {@return what the values of a place of this shape are; empty where there is none, or parts} */
  Optional<FieldType> type(XdrField field) {
    return switch (this) {
      case NUMBER -> Optional.of(isSigned(field) ? FieldType.SIGNED : FieldType.UNSIGNED);
      case BOOL -> Optional.of(FieldType.BOOLEAN);
      case NAMED, BITMAP -> Optional.of(FieldType.NAMED);
      case TIME -> Optional.of(XdrTime.isDuration(field) ? FieldType.TEXT : FieldType.TIME);
      case FILE_HANDLE -> Optional.of(FieldType.HEX32);
      case TEXT -> Optional.of(FieldType.TEXT);
      case BYTES -> Optional.of(FieldType.BYTES);
      case DATA, STRUCT, UNION, ARRAY, VOID -> Optional.empty();
    };
  }

  private static boolean isSigned(XdrField field) {
    return field.type().kind() == XdrType.Kind.INT || field.type().kind() == XdrType.Kind.HYPER;
  }

  /** {@return whether the parts of an arm of this shape stand beside those of its union} */
  boolean hasParts() {
    return this == STRUCT || this == UNION || this == TIME;
  }
}
