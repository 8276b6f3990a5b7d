package org.rdmadump.xdr.decode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.schema.XdrChecked;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Decodes values, one after the other, only to see whether they can be. Nearly all can: so it first
 * looks whether all is right, stepping over numbers, and walks over the value only if something is
 * not, to tell what.
 *
 * <p>For one thread.
 */
public final class XdrCheck {
  private static final int WORD = Integer.BYTES;
  private static final int NONE = -1;
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  /** Values inside of each other: half of what is right, as not all of them are counted. */
  private static final int MOST_DEPTH = XdrSteps.MOST_DEPTH / 2;

  private static final XdrVisitor NOBODY = new XdrVisitor() {};

  private final XdrWalk walk = new XdrWalk(NOBODY);
  private final XdrProblems none = new XdrProblems(NOBODY);
  private final XdrSelectors selectors = new XdrSelectors();
  private Rope rope = Rope.empty();
  private long position;
  private long limit;

  /** Between the position and this, which is the limit or before it, nothing is absent. */
  private long ready;

  /** Whether bytes of data were passed over that are absent. */
  private boolean holes;

  private int nesting;

  /** A check that has seen nothing yet. */
  public XdrCheck() {}

  /** {@return what comes of decoding a value, as a {@link XdrWalk} has it} */
  public XdrOutcome run(XdrContent content) {
    return !isRight(content)
        ? walk.run(content)
        : holes
            ? new XdrOutcome(XdrEnd.COMPLETE, content.limit(), /* holes= */ true, List.of())
            : none.outcome(content.limit());
  }

  /**
   * {@return whether a structure whose bytes are all there has nothing to check but values of
   * enumerations, all of them known, and nanoseconds below a second}
   */
  static boolean areNumbersRight(XdrField struct, Rope rope, long start) {
    XdrChecked checked = struct.checked();
    long at = start;
    for (int i = 0; i < checked.count(); i++) {
      at += checked.step(i);
      boolean right =
          switch (checked.form(i)) {
            case XdrChecked.ENUM -> checked.part(i).type().allows(rope.getInt(at));
            case XdrChecked.NANOSECONDS -> isBelowSecond(rope.getInt(at));
            default -> false;
          };
      if (!right) {
        return false;
      }
      at += WORD;
    }
    return true;
  }

  /** Whether so many nanoseconds, as unsigned, are less than a second. */
  static boolean isBelowSecond(int nanoseconds) {
    return nanoseconds >= 0 && nanoseconds < NANOS_PER_SECOND;
  }

  private boolean isRight(XdrContent content) {
    rope = content.rope();
    position = content.start();
    limit = content.limit();
    ready = presentTo(position);
    holes = false;
    nesting = 0;
    selectors.forgetBehind(0);
    boolean right = parts(content.field().checked()) && position == limit;
    rope = Rope.empty();
    return right;
  }

  /** Whether one part behind the other is right. */
  private boolean parts(XdrChecked checked) {
    int nestingOutside = nesting;
    int selectorsOutside = selectors.count();
    nesting += checked.levels();
    XdrChecked in = checked;
    int i = 0;
    boolean right = nesting <= MOST_DEPTH;
    while (right && i < in.count()) {
      position += in.step(i);
      XdrField part = in.part(i);
      int form = in.form(i++);
      if (form == XdrChecked.OPAQUE) {
        right = opaque(part, part.type());
      } else if (form == XdrChecked.ENUM) {
        right = has(WORD) && part.type().allows(word(part, true));
      } else if (form == XdrChecked.OTHER) {
        right = value(part);
      } else if (form == XdrChecked.NANOSECONDS) {
        right = has(WORD) && isBelowSecond((int) word(part, true));
      } else {
        XdrField arm = arm(part.type());
        if (arm == null) {
          right = false;
        } else if (i == in.count() && in.step(i) == 0) {
          // Mostly nothing is behind it.
          in = arm.checked();
          i = 0;
          nesting += in.levels();
          right = nesting <= MOST_DEPTH;
        } else {
          right = parts(arm.checked());
        }
      }
    }
    nesting = nestingOutside;
    selectors.forgetBehind(selectorsOutside);
    return right && step(in.step(i));
  }

  private boolean value(XdrField field) {
    XdrType type = field.type();
    // The most frequent first: the compiler of short runs compares with one after the other.
    return switch (type.kind()) {
      case ARRAY -> array(field, type);
      case OPTIONAL -> optional(field);
      case UNION -> type.isMaybe() ? optional(field) : union(type);
      case STRUCT -> parts(field.checked());
      case LIST -> list(type);
      case BOOL -> has(WORD) && isBool(word(field, true));
      case UNSIGNED_INT, FLOAT -> number(field, false);
      case INT -> number(field, true);
      case ENUM -> has(WORD) && type.allows(word(field, true));
      case FIXED_OPAQUE -> fixed(field, type.bound());
      case HYPER, UNSIGNED_HYPER, DOUBLE -> step(Long.BYTES);
      case QUADRUPLE -> fixed(field, 2 * Long.BYTES);
      case FIXED_ARRAY -> elements(type, type.bound());
      case OPAQUE, STRING -> opaque(field, type);
      case VOID -> true;
    };
  }

  /** Where from a position on the first byte is absent, or the limit. */
  private long presentTo(long at) {
    if (!rope.isComplete()) {
      for (Hole each : rope.holes()) {
        if (each.offset() + each.length() > at) {
          return Math.min(limit, Math.max(at, each.offset()));
        }
      }
    }
    return Math.min(limit, rope.length());
  }

  private boolean has(long bytes) {
    return bytes <= ready - position;
  }

  private boolean step(long bytes) {
    if (!has(bytes)) {
      return false;
    }
    position += bytes;
    return true;
  }

  private boolean number(XdrField field, boolean signed) {
    if (!has(WORD)) {
      return false;
    }
    word(field, signed);
    return true;
  }

  private long word(XdrField field, boolean signed) {
    int bits = rope.getInt(position);
    long value = signed ? bits : Integer.toUnsignedLong(bits);
    position += WORD;
    if (field.isSelector()) {
      selectors.add(field, value);
    }
    return value;
  }

  private static boolean isBool(long value) {
    return value == 0 || value == 1;
  }

  private boolean union(XdrType type) {
    int selectorsOutside = selectors.count();
    XdrField arm = arm(type);
    boolean right = arm != null && parts(arm.checked());
    selectors.forgetBehind(selectorsOutside);
    return right;
  }

  /** Reads which arm a union has; null if there is none. */
  private @Nullable XdrField arm(XdrType type) {
    if (!has(WORD)) {
      return null;
    }
    XdrField discriminant = type.discriminant();
    long value = word(discriminant, discriminant.type().kind() != XdrType.Kind.UNSIGNED_INT);
    int arm = type.armIndex(value);
    return arm >= 0 && discriminant.type().allows(value) ? type.field(arm) : null;
  }

  private boolean optional(XdrField field) {
    if (!has(WORD)) {
      return false;
    }
    int present = rope.getInt(position);
    position += WORD;
    return present == 0 || (present == 1 && parts(field.present().checked()));
  }

  private boolean list(XdrType type) {
    while (has(WORD)) {
      int present = rope.getInt(position);
      position += WORD;
      if (present == 0) {
        return true;
      }
      if (present != 1 || !parts(type.element().checked())) {
        return false;
      }
    }
    return false;
  }

  private boolean array(XdrField field, XdrType type) {
    if (!has(WORD)) {
      return false;
    }
    long count = Integer.toUnsignedLong(rope.getInt(position));
    if (field.isSelector()) {
      selectors.add(field, position);
    }
    position += WORD;
    long least = Math.max(1, type.element().type().leastSize());
    return count <= type.bound() && count <= (limit - position) / least && elements(type, count);
  }

  private boolean elements(XdrType type, long count) {
    XdrField element = type.element();
    if (element.isAnything()) {
      return step(count * element.type().fixedSize());
    }
    XdrChecked checked = element.checked();
    for (long i = 0; i < count; i++) {
      if (!parts(checked)) {
        return false;
      }
    }
    return true;
  }

  private boolean opaque(XdrField field, XdrType type) {
    if (!has(WORD)) {
      return false;
    }
    long length = Integer.toUnsignedLong(rope.getInt(position));
    position += WORD;
    return length <= type.bound() && fixed(field, length);
  }

  private boolean fixed(XdrField field, long length) {
    long start = position;
    return step(XdrReader.padded(length))
        ? (field.hold() == XdrHold.NOTHING || length == 0 || held(field, start, length))
            && isPadded(start, length)
        : ready < limit && absent(field, start, length);
  }

  /** Passes over data of which some is absent. */
  private boolean absent(XdrField field, long start, long length) {
    long end = start + XdrReader.padded(length);
    if (start > ready || end > limit || field.hold() != XdrHold.NOTHING) {
      return false;
    }
    holes |= !rope.has(start, length);
    position = end;
    ready = presentTo(end);
    return !rope.has(end - WORD, WORD) || isPadded(start, length);
  }

  private boolean isPadded(long start, long length) {
    int data = (int) (length & (WORD - 1));
    return data == 0 || rope.getInt(start + length - data) << (data * Byte.SIZE) == 0;
  }

  /** Whether what an opaque holds is right, or it is not known what that is. */
  private boolean held(XdrField field, long start, long length) {
    int bitmap = field.hold() == XdrHold.SELECTED ? selectors.find(field.holdBy()) : NONE;
    XdrField target = field.hold() == XdrHold.SELECTED ? null : selectors.held(field);
    if (bitmap < 0 && target == null) {
      return true;
    }
    long behind = position;
    long limitOutside = limit;
    long readyOutside = ready;
    int selectorsOutside = selectors.count();
    position = start;
    limit = start + length;
    ready = limit;
    boolean right =
        (target == null ? selected(field, selectors.value(bitmap)) : parts(target.checked()))
            && position == limit;
    selectors.forgetBehind(selectorsOutside);
    limit = limitOutside;
    ready = readyOutside;
    position = behind;
    return right;
  }

  /** Whether the values are right that the bits of a bitmap select. */
  private boolean selected(XdrField field, long bitmap) {
    XdrType union = field.heldUnion();
    long words = Integer.toUnsignedLong(rope.getInt(bitmap));
    for (long word = 0; word < words; word++) {
      int bits = rope.getInt(bitmap + WORD * (1 + word));
      while (bits != 0) {
        int bit = Integer.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        int arm = union.armIndex(word * Integer.SIZE + bit);
        if (arm < 0 || !parts(union.field(arm).checked())) {
          return false;
        }
      }
    }
    return true;
  }
}
