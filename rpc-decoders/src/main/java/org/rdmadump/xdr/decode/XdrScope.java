package org.rdmadump.xdr.decode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.bytes.RopeCursor;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/** The bytes that the values of a tree are in: a message, or what an opaque of it holds. */
final class XdrScope {
  private static final int WORD = Integer.BYTES;
  private static final XdrField[] NONE_SELECTED = {};

  final Rope rope;
  final long limit;

  /** Made for the first value of which it is not plain where it ends. */
  private @Nullable XdrSteps steps;

  XdrScope(Rope rope, long limit) {
    this.rope = rope;
    this.limit = limit;
  }

  /** {@return the value at a position} */
  XdrValue value(XdrField field, long at, @Nullable XdrValue parent) {
    XdrType type = field.type();
    // The most frequent first: the compiler of short runs compares with one after the other.
    return switch (type.kind()) {
      case STRUCT -> new XdrStruct(this, field, parent, at, NONE_SELECTED);
      case UNION -> type.isMaybe() ? optional(field, at, parent) : union(field, type, at, parent);
      case INT, BOOL, ENUM, UNSIGNED_INT, FLOAT, HYPER, UNSIGNED_HYPER, DOUBLE ->
          number(field, type, at, parent);
      case OPAQUE, STRING, FIXED_OPAQUE, QUADRUPLE -> bytes(field, type, at, parent);
      case ARRAY -> array(field, type, at, parent);
      case VOID -> new XdrNothing(this, field, parent, at, at);
      case OPTIONAL -> optional(field, at, parent);
      case LIST -> new XdrArray(this, field, parent, at, at, XdrArray.UNCOUNTED);
      case FIXED_ARRAY -> new XdrArray(this, field, parent, at, at, type.bound());
    };
  }

  /** {@return where a value ends; or {@link XdrSteps#BROKEN} or {@link XdrSteps#MISSING}} */
  long skip(XdrField field, long at) {
    XdrSteps known = steps;
    if (known == null) {
      known = new XdrSteps(new RopeCursor(rope), limit);
      steps = known;
    }
    return known.over(field, at);
  }

  /**
   * {@return the unsigned number at a position; or {@link XdrSteps#BROKEN} or {@link
   * XdrSteps#MISSING}}
   */
  long word(long at) {
    if (limit - at < WORD) {
      return XdrSteps.BROKEN;
    }
    return rope.has(at, WORD) ? Integer.toUnsignedLong(rope.getInt(at)) : XdrSteps.MISSING;
  }

  /** {@return what stands where nothing can be read} */
  XdrUnreadable unreadable(XdrField field, long at, @Nullable XdrValue parent, long why) {
    return new XdrUnreadable(this, field, parent, at, why == XdrSteps.MISSING);
  }

  private XdrValue number(XdrField field, XdrType type, long at, @Nullable XdrValue parent) {
    int size = (int) type.fixedSize();
    if (size > limit - at || !rope.has(at, size)) {
      return unreadable(field, at, parent, size > limit - at ? XdrSteps.BROKEN : XdrSteps.MISSING);
    }
    long value =
        switch (type.kind()) {
          case INT, BOOL, ENUM -> rope.getInt(at);
          case UNSIGNED_INT, FLOAT -> Integer.toUnsignedLong(rope.getInt(at));
          default -> rope.getLong(at);
        };
    return new XdrNumber(this, field, parent, at, at + size, value);
  }

  private XdrValue bytes(XdrField field, XdrType type, long at, @Nullable XdrValue parent) {
    boolean isFixed = type.fixedSize() >= 0;
    long length = isFixed ? type.fixedSize() : word(at);
    if (length < 0) {
      return unreadable(field, at, parent, length);
    }
    long start = isFixed ? at : at + WORD;
    if (XdrReader.padded(length) > limit - start || (!isFixed && length > type.bound())) {
      return unreadable(field, at, parent, XdrSteps.BROKEN);
    }
    long end = start + XdrReader.padded(length);
    return type.kind() == XdrType.Kind.QUADRUPLE
        ? new XdrBytes(this, field, parent, at, end, at, end - at)
        : content(field, at, start, isFixed ? type.bound() : length, end, parent);
  }

  private XdrValue content(
      XdrField field, long at, long start, long length, long end, @Nullable XdrValue parent) {
    XdrValue held =
        field.hold() == XdrHold.NOTHING || length == 0
            ? null
            : held(field, at, new XdrScope(rope, start + length), start, parent);
    if (held == null || held instanceof XdrUnreadable) {
      return new XdrBytes(this, field, parent, at, end, start, length);
    }
    held.endsAt(end);
    return held;
  }

  /** What an opaque holds; null if that is not known. */
  private @Nullable XdrValue held(
      XdrField field, long at, XdrScope inside, long start, @Nullable XdrValue parent) {
    if (field.hold() == XdrHold.VALUE) {
      return inside.value(field.held(), start, parent);
    }
    XdrValue selector = selector(field.holdBy(), parent, at);
    if (selector == null) {
      return null;
    }
    if (field.hold() == XdrHold.SELECTED) {
      return selected(field, inside, start, selector, parent);
    }
    XdrType union = field.heldUnion();
    int arm = selector instanceof XdrNumber number ? union.armIndex(number.value()) : -1;
    return arm < 0 || union.field(arm).type().kind() == XdrType.Kind.VOID
        ? null
        : inside.value(field.heldArm(arm), start, parent);
  }

  /** Looks for the member that says what an opaque holds, from the inside out. */
  private static @Nullable XdrValue selector(String name, @Nullable XdrValue parent, long before) {
    for (XdrValue around = parent; around != null; around = around.parent) {
      XdrValue found =
          around instanceof XdrStruct
              ? around.part(name, 0, name.length())
              : around instanceof XdrUnion union && union.discriminant().field().name().equals(name)
                  ? union.discriminant()
                  : null;
      if (found != null && found.start() < before) {
        return found;
      }
    }
    return null;
  }

  private XdrValue selected(
      XdrField field, XdrScope inside, long start, XdrValue bitmap, @Nullable XdrValue parent) {
    List<XdrField> fields = new ArrayList<>();
    XdrType union = field.heldUnion();
    long words = word(bitmap.start());
    boolean known = true;
    for (long word = 0; known && word < words; word++) {
      long bits = word(bitmap.start() + WORD * (1 + word));
      known = bits >= 0;
      for (int bit = 0; known && bit < Integer.SIZE; bit++) {
        if ((bits >> bit & 1) != 0) {
          int arm = union.armIndex(word * Integer.SIZE + bit);
          known = arm >= 0;
          if (known && union.field(arm).type().kind() != XdrType.Kind.VOID) {
            fields.add(union.field(arm));
          }
        }
      }
    }
    return new XdrStruct(inside, field, parent, start, fields.toArray(NONE_SELECTED));
  }

  private XdrValue optional(XdrField field, long at, @Nullable XdrValue parent) {
    long present = word(at);
    if (present == 0) {
      return new XdrNothing(this, field, parent, at, at + WORD);
    }
    return present == 1
        ? value(field.present(), at + WORD, parent)
        : unreadable(field, at, parent, present);
  }

  private XdrValue union(XdrField field, XdrType type, long at, @Nullable XdrValue parent) {
    long value = word(at);
    return value < 0
        ? unreadable(field, at, parent, value)
        : new XdrUnion(this, field, parent, at, discriminant(type, value));
  }

  private XdrValue array(XdrField field, XdrType type, long at, @Nullable XdrValue parent) {
    long count = count(type, at);
    return count < 0
        ? unreadable(field, at, parent, count)
        : new XdrArray(this, field, parent, at, at + WORD, count);
  }

  private static long discriminant(XdrType union, long bits) {
    return union.discriminant().type().kind() == XdrType.Kind.UNSIGNED_INT ? bits : (int) bits;
  }

  private long count(XdrType type, long at) {
    long count = word(at);
    if (count < 0) {
      return count;
    }
    long least = Math.max(1, type.element().type().leastSize());
    return count <= type.bound() && count <= (limit - at - WORD) / least ? count : XdrSteps.BROKEN;
  }
}
