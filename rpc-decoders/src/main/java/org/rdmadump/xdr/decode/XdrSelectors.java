package org.rdmadump.xdr.decode;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrType;

/** Members that later ones depend on: of a bitmap its position, of others the value. */
final class XdrSelectors {
  private static final int FIRST_ROOM = 4;
  private static final XdrField[] NO_FIELDS = {};
  private static final long[] NO_VALUES = {};

  private XdrField[] fields = NO_FIELDS;
  private long[] values = NO_VALUES;
  private int count;

  int count() {
    return count;
  }

  void add(XdrField field, long value) {
    if (count == fields.length) {
      int room = Math.max(FIRST_ROOM, 2 * count);
      fields = Arrays.copyOf(fields, room);
      values = Arrays.copyOf(values, room);
    }
    fields[count] = field;
    values[count++] = value;
  }

  /** Forgets those behind the first {@code kept}, whose structure has ended. */
  void forgetBehind(int kept) {
    count = kept;
  }

  /** Number of the latest with a name; negative if there is none. */
  int find(String name) {
    int at = count - 1;
    while (at >= 0 && !fields[at].name().equals(name)) {
      at--;
    }
    return at;
  }

  /**
   * {@return what an opaque holds other than what a bitmap selects, by the value that says so; null
   * if that is not known}
   */
  @Nullable XdrField held(XdrField opaque) {
    if (opaque.hold() == XdrHold.VALUE) {
      return opaque.held();
    }
    int selector = find(opaque.holdBy());
    XdrType union = opaque.heldUnion();
    int arm = selector < 0 ? -1 : union.armIndex(value(selector));
    return arm < 0 || union.field(arm).type().kind() == XdrType.Kind.VOID
        ? null
        : opaque.heldArm(arm);
  }

  long value(int at) {
    return values[at];
  }
}
