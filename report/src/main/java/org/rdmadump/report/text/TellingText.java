package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNothing;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Prints what is telling about a value, on one line: {@code offset 1048576 count 4096 FILE_SYNC}.
 * Of the members of a structure, names without label stand behind what has one, and last the words
 * that say that something is so: {@code 4096 bytes, eof}. Nothing else of the value is decoded.
 */
final class TellingText {
  private static final int MOST_ELEMENTS = 4;

  private final ValueText values;
  private final PathText paths;

  /** What stands before the first item, and whether that was. */
  private Clauses clauses;

  private boolean begun;

  TellingText(Palette palette, int textSize) {
    this.values = new ValueText(palette, textSize);
    this.paths = new PathText(palette);
    this.clauses = new Clauses();
  }

  /** {@return the paths that are told in place of handles} */
  PathText paths() {
    return paths;
  }

  /** The next item begins a clause. */
  void begin(Clauses before) {
    clauses = before;
    begun = false;
  }

  /** Appends what stands before an item. */
  void next(AsciiBuffer line) {
    if (begun) {
      line.put(' ');
    } else {
      clauses.next(line);
      begun = true;
    }
  }

  /** Appends a file handle under a label. */
  void putHandle(AsciiBuffer line, String label, XdrBytes handle) {
    next(line);
    values.putHandle(line, label, handle.rope(), handle.contentStart(), handle.length());
  }

  /** Appends what is telling inside of arguments or results; their status is for the caller. */
  void put(AsciiBuffer line, XdrValue body) {
    if (body instanceof XdrUnion union
        && ResultStatus.isStatus(union.field().type().discriminant())) {
      if (union.arm() instanceof XdrStruct struct && isPlain(struct.field())) {
        members(line, struct);
      } else if (union.arm().field().isTelling()) {
        item(line, union.arm());
      }
    } else if (body instanceof XdrStruct struct) {
      members(line, struct);
    } else if (body.field().isTelling() && ResultStatus.of(body).isEmpty()) {
      item(line, body);
    }
  }

  /** Whether it is a structure that nothing is said of but what is in it. */
  private static boolean isPlain(XdrField field) {
    return field.form() == XdrForm.PLAIN
        && field.type().kind() == XdrType.Kind.STRUCT
        && (field.label().isEmpty() || field.label().equals(field.name()));
  }

  private void members(AsciiBuffer line, XdrStruct struct) {
    XdrType type = struct.field().type();
    boolean declared = type.kind() == XdrType.Kind.STRUCT;
    int size = struct.size();
    boolean hasBareWords = false;
    boolean hasWords = false;
    for (int i = 0; i < size; i++) {
      if (!declared || type.field(i).isTelling()) {
        XdrValue member = struct.get(i);
        XdrField field = member.field();
        if (isWord(member)) {
          hasWords = true;
        } else if (field.isTelling() && isBareWord(field)) {
          hasBareWords = true;
        } else if (field.isTelling()) {
          item(line, member);
        }
      }
    }
    if (hasBareWords) {
      bareWords(line, struct, declared);
    }
    if (hasWords) {
      words(line, struct, declared);
    }
  }

  private void bareWords(AsciiBuffer line, XdrStruct struct, boolean declared) {
    for (int i = 0; i < struct.size(); i++) {
      if (!declared || struct.fieldAt(i).isTelling()) {
        XdrValue member = struct.get(i);
        if (member.field().isTelling() && isBareWord(member.field()) && hasName(member)) {
          item(line, member);
        }
      }
    }
  }

  private void words(AsciiBuffer line, XdrStruct struct, boolean declared) {
    for (int i = 0; i < struct.size(); i++) {
      if ((!declared || struct.fieldAt(i).isTelling()) && isWord(struct.get(i))) {
        word(line, (XdrNumber) struct.get(i));
      }
    }
  }

  /** Whether it is a name without label, as FILE_SYNC, which reads best behind the numbers. */
  private static boolean isBareWord(XdrField field) {
    return field.type().kind() == XdrType.Kind.ENUM && field.label().isEmpty();
  }

  /** Whether a bare word has a name: its number alone would tell nothing. */
  private static boolean hasName(XdrValue value) {
    return !(value instanceof XdrNumber number)
        || number.field().names().isEmpty()
        || number.field().names().get().has(number.value());
  }

  /** Whether it is one that its label says if it is so, and nothing if not. */
  private static boolean isWord(XdrValue value) {
    return value instanceof XdrNumber && isWord(value.field());
  }

  private static boolean isWord(XdrField field) {
    return field.type().kind() == XdrType.Kind.BOOL
        && field.isTelling()
        && !field.label().isEmpty();
  }

  private void word(AsciiBuffer line, XdrNumber number) {
    if (!number.isTrue()) {
      return;
    }
    if (begun) {
      line.put(',');
    }
    next(line);
    line.putAscii(number.field().label());
  }

  private void item(AsciiBuffer line, XdrValue value) {
    XdrField field = value.field();
    if (value instanceof XdrNothing) {
      return;
    }
    if (value instanceof XdrUnreadable) {
      label(line, field);
      line.put('?');
    } else if (value instanceof XdrNumber number) {
      number(line, number);
    } else if (value instanceof XdrBytes bytes) {
      bytes(line, bytes);
    } else if (value instanceof XdrArray array) {
      array(line, array);
    } else if (value instanceof XdrUnion union) {
      union(line, union);
    } else if (value instanceof XdrStruct struct) {
      struct(line, struct);
    }
  }

  private void label(AsciiBuffer line, XdrField field) {
    next(line);
    if (!field.label().isEmpty()) {
      line.putAscii(field.label()).put(' ');
    }
  }

  private void number(AsciiBuffer line, XdrNumber number) {
    XdrField field = number.field();
    if (isWord(field)) {
      word(line, number);
      return;
    }
    if (field.isUnset(number.value())) {
      return;
    }
    label(line, field);
    values.putNumber(line, field, number.value(), /* brief= */ true);
  }

  private void bytes(AsciiBuffer line, XdrBytes bytes) {
    XdrField field = bytes.field();
    if (field.form() == XdrForm.FILE_HANDLE) {
      next(line);
      if (!paths.put(line)) {
        values.putHandle(line, field.label(), bytes.rope(), bytes.contentStart(), bytes.length());
      }
      return;
    }
    if (paths.tells(field.label())) {
      return;
    }
    label(line, field);
    if (field.form() == XdrForm.DATA && field.label().isEmpty()) {
      Quantities.putCount(line, bytes.length(), "byte");
    } else if (field.form() == XdrForm.DATA) {
      line.putDecimal(bytes.length());
    } else {
      values.putBytes(
          line, field, bytes.rope(), bytes.contentStart(), bytes.length(), /* brief= */ true);
    }
  }

  private void array(AsciiBuffer line, XdrArray array) {
    XdrField field = array.field();
    int size = array.size();
    if (field.form() == XdrForm.BITMAP) {
      label(line, field);
      values.putBitmap(line, field, array.rope(), array.start() + Integer.BYTES, /* brief= */ true);
    } else if (field.isCountOnly()) {
      label(line, field);
      line.putDecimal(size);
    } else {
      if (size > 0 && !field.label().isEmpty()) {
        next(line);
        line.putAscii(field.label());
      }
      for (int i = 0; i < Math.min(size, MOST_ELEMENTS); i++) {
        item(line, array.get(i));
      }
      if (size > MOST_ELEMENTS) {
        next(line);
        line.put("and ").putDecimal(size - MOST_ELEMENTS).put(" more");
      }
    }
  }

  private void union(AsciiBuffer line, XdrUnion union) {
    XdrNumber discriminant = union.discriminant();
    if (discriminant.field().type().kind() == XdrType.Kind.ENUM) {
      label(line, union.field());
      values.putNumber(line, discriminant.field(), discriminant.value(), /* brief= */ true);
    }
    if (union.arm().field().isTelling()) {
      item(line, union.arm());
    }
  }

  private void struct(AsciiBuffer line, XdrStruct struct) {
    switch (struct.field().form()) {
      case STATE_ID -> {
        label(line, struct.field());
        values.putStateId(line, struct);
      }
      case TIME, TIME_MICROS, DURATION -> {
        label(line, struct.field());
        values.putTime(line, struct.field(), struct.rope(), struct.start());
      }
      default -> {
        if (!struct.field().label().isEmpty()) {
          next(line);
          line.putAscii(struct.field().label());
        }
        members(line, struct);
      }
    }
  }
}
