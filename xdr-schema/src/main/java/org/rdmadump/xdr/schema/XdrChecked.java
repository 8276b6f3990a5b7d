package org.rdmadump.xdr.schema;

import java.util.Arrays;

/**
 * What there is to check where a value is, for who only checks whether bytes are one: members of
 * structures one behind the other, however deep these are. What {@linkplain XdrField#isAnything any
 * bytes} are right for is stepped over together.
 */
public final class XdrChecked {
  /** How a part is checked: an opaque or a string. */
  public static final int OPAQUE = 0;

  /** How a part is checked: a union of which nothing outside depends. */
  public static final int UNION = 1;

  /** How a part is checked: one of the values of an enumeration. */
  public static final int ENUM = 2;

  /** How a part is checked: by its type. */
  public static final int OTHER = 3;

  /** How a part is checked: a number below a billion. */
  public static final int NANOSECONDS = 4;

  private static final int FIRST_ROOM = 4;

  private XdrField[] parts = new XdrField[FIRST_ROOM];
  private long[] steps = new long[FIRST_ROOM + 1];
  private int[] forms = new int[FIRST_ROOM];
  private int count;
  private int levels;

  XdrChecked(XdrField field) {
    add(field, field.type().kind() == XdrType.Kind.STRUCT, 1);
  }

  private void add(XdrField field, boolean isOpened, int level) {
    levels = Math.max(levels, level);
    XdrType type = field.type();
    if (field.isAnything()) {
      steps[count] += type.fixedSize();
    } else if (isOpened) {
      for (int i = 0; i < type.fieldCount(); i++) {
        XdrField each = type.field(i);
        add(each, isOpen(each.type()), level + 1);
      }
    } else if (type.kind() != XdrType.Kind.VOID) {
      if (count == parts.length) {
        parts = Arrays.copyOf(parts, 2 * count);
        steps = Arrays.copyOf(steps, 2 * count + 1);
        forms = Arrays.copyOf(forms, 2 * count);
      }
      parts[count] = field;
      forms[count++] = form(field, type);
    }
  }

  /** Whether it is a structure whose end means nothing: no value behind it depends on one in it. */
  private static boolean isOpen(XdrType type) {
    boolean open = type.kind() == XdrType.Kind.STRUCT;
    for (int i = 0; open && i < type.fieldCount(); i++) {
      open = !type.field(i).isSelector();
    }
    return open;
  }

  private static int form(XdrField field, XdrType type) {
    return switch (type.kind()) {
      case OPAQUE, STRING -> OPAQUE;
      case UNION -> type.isMaybe() || type.discriminant().isSelector() ? OTHER : UNION;
      case ENUM -> field.isSelector() ? OTHER : ENUM;
      case UNSIGNED_INT -> field.isNanoseconds() && !field.isSelector() ? NANOSECONDS : OTHER;
      default -> OTHER;
    };
  }

  /** {@return number of parts to check} */
  public int count() {
    return count;
  }

  /** {@return the n-th part to check} */
  public XdrField part(int index) {
    return parts[index];
  }

  /** {@return how the n-th part is checked} */
  public int form(int index) {
    return forms[index];
  }

  /** {@return number of bytes that need no check before the n-th part, or behind the last} */
  public long step(int index) {
    return steps[index];
  }

  /** {@return how deep the structures are that the parts are in, with the parts themselves} */
  public int levels() {
    return levels;
  }
}
