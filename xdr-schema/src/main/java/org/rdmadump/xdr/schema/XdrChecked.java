package org.rdmadump.xdr.schema;

import java.util.Arrays;

/**
 * The members of a structure for who only checks whether bytes are a value of it: those that
 * {@linkplain XdrField#isAnything any bytes} are right for are stepped over together.
 */
public final class XdrChecked {
  private final XdrField[] members;
  private final long[] steps;

  XdrChecked(XdrType struct) {
    XdrField[] found = new XdrField[struct.fieldCount()];
    long[] between = new long[found.length + 1];
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      XdrField each = struct.field(i);
      if (each.isAnything()) {
        between[count] += each.type().fixedSize();
      } else {
        found[count++] = each;
      }
    }
    this.members = Arrays.copyOf(found, count);
    this.steps = Arrays.copyOf(between, count + 1);
  }

  /** {@return number of members to check} */
  public int count() {
    return members.length;
  }

  /** {@return the n-th member to check} */
  public XdrField member(int index) {
    return members[index];
  }

  /** {@return number of bytes that need no check before the n-th member, or behind the last} */
  public long step(int index) {
    return steps[index];
  }
}
