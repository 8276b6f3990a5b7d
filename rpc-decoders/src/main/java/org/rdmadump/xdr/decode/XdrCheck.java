package org.rdmadump.xdr.decode;

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
  private static final XdrVisitor NOBODY = new XdrVisitor() {};

  private final XdrWalk walk = new XdrWalk(NOBODY);
  private final XdrProblems none = new XdrProblems(NOBODY);
  private final XdrSelectors selectors = new XdrSelectors();
  private Rope rope = Rope.empty();
  private long position;
  private long limit;
  private int nesting;

  /** A check that has seen nothing yet. */
  public XdrCheck() {}

  /** {@return what comes of decoding a value, as a {@link XdrWalk} has it} */
  public XdrOutcome run(XdrContent content) {
    return isRight(content) ? none.outcome(content.limit()) : walk.run(content);
  }

  private boolean isRight(XdrContent content) {
    if (!content.rope().has(content.start(), content.limit() - content.start())) {
      return false;
    }
    rope = content.rope();
    position = content.start();
    limit = content.limit();
    nesting = 0;
    selectors.forgetBehind(0);
    boolean right = value(content.field()) && position == limit;
    rope = Rope.empty();
    return right;
  }

  private boolean value(XdrField field) {
    XdrType type = field.type();
    if (field.isAnything()) {
      return step(type.fixedSize());
    }
    // The most frequent first: the compiler of short runs compares with one after the other.
    return switch (type.kind()) {
      case STRUCT, UNION, ARRAY, OPTIONAL, LIST, FIXED_ARRAY -> compound(field, type);
      case OPAQUE, STRING -> opaque(field, type);
      case VOID -> true;
      case ENUM -> has(WORD) && type.allows(word(field, true));
      case BOOL -> has(WORD) && isBool(word(field, true));
      case UNSIGNED_INT, FLOAT -> number(field, false);
      case INT -> number(field, true);
      case FIXED_OPAQUE -> fixed(field, type.bound());
      case HYPER, UNSIGNED_HYPER, DOUBLE -> step(Long.BYTES);
      case QUADRUPLE -> fixed(field, 2 * Long.BYTES);
    };
  }

  private boolean has(long bytes) {
    return bytes <= limit - position;
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

  private boolean compound(XdrField field, XdrType type) {
    // Structures of numbers are not looked into: the other half of the depth is more than they
    // need.
    if (nesting == XdrSteps.MOST_DEPTH / 2) {
      return false;
    }
    nesting++;
    int selectorsOutside = selectors.count();
    boolean right =
        switch (type.kind()) {
          case STRUCT -> struct(type);
          case UNION -> type.isMaybe() ? optional(field) : arm(type);
          case ARRAY -> array(field, type);
          case OPTIONAL -> optional(field);
          case LIST -> list(type);
          default -> elements(type, type.bound());
        };
    if (type.kind() != XdrType.Kind.ARRAY) {
      selectors.forgetBehind(selectorsOutside);
    }
    nesting--;
    return right;
  }

  private boolean struct(XdrType type) {
    // Numbers one behind the other are the most of it.
    XdrChecked members = type.checked();
    int count = members.count();
    for (int i = 0; i < count; i++) {
      position += members.step(i);
      if (!value(members.member(i))) {
        return false;
      }
    }
    return step(members.step(count));
  }

  private boolean arm(XdrType type) {
    if (!has(WORD)) {
      return false;
    }
    XdrField discriminant = type.discriminant();
    long value = word(discriminant, discriminant.type().kind() != XdrType.Kind.UNSIGNED_INT);
    int arm = type.armIndex(value);
    return arm >= 0 && discriminant.type().allows(value) && value(type.field(arm));
  }

  private boolean optional(XdrField field) {
    if (!has(WORD)) {
      return false;
    }
    int present = rope.getInt(position);
    position += WORD;
    return present == 0 || (present == 1 && value(field.present()));
  }

  private boolean list(XdrType type) {
    while (has(WORD)) {
      int present = rope.getInt(position);
      position += WORD;
      if (present == 0) {
        return true;
      }
      if (present != 1 || !value(type.element())) {
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
    for (long i = 0; i < count; i++) {
      if (!value(element)) {
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
        && (field.hold() == XdrHold.NOTHING || length == 0 || held(field, start, length))
        && isPadded(start, length);
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
    if (nesting == XdrSteps.MOST_DEPTH / 2) {
      return false;
    }
    long behind = position;
    long limitOutside = limit;
    int selectorsOutside = selectors.count();
    nesting++;
    position = start;
    limit = start + length;
    boolean right =
        (target == null ? selected(field, selectors.value(bitmap)) : value(target))
            && position == limit;
    nesting--;
    selectors.forgetBehind(selectorsOutside);
    limit = limitOutside;
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
        if (arm < 0
            || (union.field(arm).type().kind() != XdrType.Kind.VOID && !value(union.field(arm)))) {
          return false;
        }
      }
    }
    return true;
  }
}
