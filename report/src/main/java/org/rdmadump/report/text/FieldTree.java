package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.BulkData;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrProblem;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Prints every field of a value, a line each, indented as they are nested, names aligned. The value
 * itself has no line, nor has the arm of a union that is the value itself.
 */
final class FieldTree implements XdrVisitor {
  private static final int STEP = 2;
  private static final int WIDEST_NAME = 30;
  private static final int MANY_ARMS = 8;
  private static final int MOST_DEPTH = 64;

  private final Palette palette;
  private final ValueText values;
  private final AsciiBuffer line;
  private final RpcMessage message;
  private final int base;

  /** Of each value that was entered: the column and the width of the names in it. */
  private final int[] indents = new int[MOST_DEPTH];

  private final int[] widths = new int[MOST_DEPTH];

  /** Whether its elements stand on one line. */
  private final boolean[] rows = new boolean[MOST_DEPTH];

  /** Whether it is a union without a line of its own. */
  private final boolean[] flat = new boolean[MOST_DEPTH];

  /** Whether the names in the arms of such a union are aligned with the discriminant's. */
  private final boolean[] shared = new boolean[MOST_DEPTH];

  private FieldTree(Palette palette, AsciiBuffer line, RpcMessage message, int indent) {
    this.palette = palette;
    this.values = new ValueText(palette, TextOptions.TEXT_SIZE);
    this.line = line;
    this.message = message;
    this.base = indent;
  }

  /** Appends the fields of a value of {@code message}; every line ends with a line feed. */
  static void put(
      Palette palette, AsciiBuffer line, RpcMessage message, XdrValue value, int indent) {
    long end = value.end();
    FieldTree tree = new FieldTree(palette, line, message, indent);
    XdrOutcome outcome =
        new XdrContent(
                value.field(), value.rope(), value.start(), end < 0 ? value.rope().length() : end)
            .walk(tree);
    if (outcome.end() == XdrEnd.MISSING) {
      line.spaces(indent);
      palette.on(line, Palette.Ink.WARNING);
      line.put("not decoded from byte ").putDecimal(outcome.position());
      line.put(" of the message on: missing");
      palette.off(line, Palette.Ink.WARNING);
      line.newline();
    }
  }

  @Override
  public boolean enter(XdrField field, long count, XdrCursor at) {
    int depth = at.depth();
    XdrType type = field.type();
    boolean union = type.kind() == XdrType.Kind.UNION;
    rows[depth] = false;
    flat[depth] = false;
    boolean isArm = depth > 0 && flat[depth - 1] && (union || type.kind() == XdrType.Kind.STRUCT);
    widths[depth] = isArm && shared[depth - 1] ? widths[depth - 1] : widthInside(field);
    shared[depth] = false;
    if (depth == 0 || isArm) {
      flat[depth] = union;
      shared[depth] = union && isShownWithArm(type);
      if (shared[depth]) {
        widths[depth] = Math.max(widths[depth], widthOfArms(type));
      }
      indents[depth] = depth == 0 ? base : indents[depth - 1];
      return true;
    }
    begin(field, at);
    switch (field.form()) {
      case STATE_ID -> values.putWholeStateId(line, at.rope(), at.position());
      case TIME, TIME_MICROS, DURATION -> values.putTime(line, field, at.rope(), at.position());
      case BITMAP -> values.putBitmap(line, field, at.rope(), at.position(), /* brief= */ false);
      default -> {
        return enterPlain(type, count, depth);
      }
    }
    end();
    return false;
  }

  private boolean enterPlain(XdrType type, long count, int depth) {
    indents[depth] = indents[depth - 1] + STEP;
    boolean array = type.kind() == XdrType.Kind.ARRAY || type.kind() == XdrType.Kind.FIXED_ARRAY;
    if (array && isScalar(type.element())) {
      rows[depth] = true;
      line.put(count == 0 ? "none" : "");
      return true;
    }
    if (array) {
      line.putDecimal(count);
    }
    end();
    return true;
  }

  @Override
  public void leave(XdrField field, XdrCursor at) {
    if (rows[at.depth()]) {
      rows[at.depth()] = false;
      end();
    }
  }

  @Override
  public void number(XdrField field, long value, XdrCursor at) {
    if (at.depth() > 0 && flat[at.depth() - 1] && ResultStatus.isStatus(field)) {
      // The line above has it.
      return;
    }
    if (begin(field, at)) {
      values.putNumber(line, field, value, /* brief= */ false);
      end();
    } else {
      line.put(at.index() > 0 ? " " : "");
      values.putNumber(line, field, value, /* brief= */ false);
    }
  }

  @Override
  public void bytes(XdrField field, long start, long length, XdrCursor at) {
    begin(field, at);
    if (field.form() == XdrForm.DATA || !at.rope().has(start, length)) {
      putData(start, length);
    } else if (field.form() == XdrForm.FILE_HANDLE) {
      values.putWholeHandle(line, at.rope(), start, length);
    } else {
      values.putBytes(line, field, at.rope(), start, length, /* brief= */ false);
    }
    end();
  }

  @Override
  public void nothing(XdrField field, XdrCursor at) {
    if (!field.name().isEmpty() && field.type().kind() != XdrType.Kind.VOID) {
      begin(field, at);
      line.put('-');
      end();
    }
  }

  @Override
  public void problem(XdrProblem problem) {
    Palette.Ink ink = Palette.ink(problem.fault().rule().severity());
    palette.on(line, ink);
    line.spaces(base).put("! ").put(problem.fault().rule().name()).put(": ");
    line.put(problem.path()).put(": ").put(problem.message());
    line.put(" (byte ").putDecimal(problem.position()).put(')');
    palette.off(line, ink);
    line.newline();
  }

  /** Begins a line with a name; false if the value is one of several on a line. */
  private boolean begin(XdrField field, XdrCursor at) {
    int depth = at.depth();
    if (depth > 0 && rows[depth - 1]) {
      return false;
    }
    line.spaces(depth == 0 ? base : indents[depth - 1]);
    int from = line.column();
    if (field.isElement()) {
      line.put('[').putDecimal(at.index()).put(']');
    } else {
      line.put(field.name());
    }
    int width = depth == 0 ? 0 : widths[depth - 1];
    line.padTo(from + width).put("  ");
    return true;
  }

  private void end() {
    line.trimEnd().newline();
  }

  private void putData(long start, long length) {
    BulkData data = BulkData.of(message, start, length);
    Quantities.putCount(line, length, "byte");
    if (data.isComplete()) {
      line.put(", complete");
    }
    line.put(", ").put(phrase(data.movedBy()));
    if (!data.isComplete()) {
      palette.on(line, Palette.Ink.WARNING);
      for (MissingRange range : data.missing()) {
        line.put(", missing ").putDecimal(range.length()).put(" at ").putDecimal(range.offset());
        line.put(" (").put(range.reason().text()).put(')');
      }
      palette.off(line, Palette.Ink.WARNING);
    }
  }

  private static String phrase(MovedBy movedBy) {
    return switch (movedBy) {
      case INLINE -> "inline";
      case READ_CHUNK -> "in a Read chunk";
      case WRITE_CHUNK -> "in a Write chunk";
      case REPLY_CHUNK -> "in the Reply chunk";
      case POSITION_ZERO -> "in a Position-Zero Read chunk";
    };
  }

  private static boolean isScalar(XdrField element) {
    return switch (element.type().kind()) {
      case INT, UNSIGNED_INT, HYPER, UNSIGNED_HYPER, FLOAT, DOUBLE, BOOL, ENUM -> true;
      default -> false;
    };
  }

  private static boolean isShownWithArm(XdrType union) {
    return union.fieldCount() <= MANY_ARMS && !ResultStatus.isStatus(union.discriminant());
  }

  private static int widthOfArms(XdrType union) {
    int width = 0;
    for (int i = 0; i < union.fieldCount(); i++) {
      width = Math.max(width, widthInside(union.field(i)));
    }
    return width;
  }

  /** That of the longest name which a bitmap may select. */
  private static int widthOfSelected(XdrType union) {
    int width = 0;
    for (int i = 0; i < union.fieldCount(); i++) {
      width = Math.max(width, union.field(i).name().length());
    }
    return width;
  }

  /** The width of the names in a value: that of the longest, unless that is very long. */
  private static int widthInside(XdrField field) {
    XdrType type = field.type();
    int width = 0;
    if (type.kind() == XdrType.Kind.UNION) {
      width = type.discriminant().name().length();
    }
    if (type.kind() == XdrType.Kind.STRUCT
        || (type.kind() == XdrType.Kind.UNION && type.fieldCount() <= MANY_ARMS)) {
      for (int i = 0; i < type.fieldCount(); i++) {
        width = Math.max(width, type.field(i).name().length());
      }
    } else if (field.hold() == XdrHold.SELECTED) {
      width = widthOfSelected(field.heldUnion());
    }
    return Math.min(WIDEST_NAME, width);
  }
}
