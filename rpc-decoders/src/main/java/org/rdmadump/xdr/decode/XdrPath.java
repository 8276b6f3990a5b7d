package org.rdmadump.xdr.decode;

import java.util.Arrays;
import org.rdmadump.xdr.schema.XdrField;

/** What a walk entered, from the outside in, and which element of each it decodes. */
final class XdrPath {
  /** Room for most values; few are deeper. */
  private static final int FIRST_DEPTH = 8;

  private XdrField[] fields = new XdrField[FIRST_DEPTH];
  private long[] indexes = new long[FIRST_DEPTH];
  private int depth;

  int depth() {
    return depth;
  }

  void clear() {
    depth = 0;
  }

  void enter(XdrField field) {
    if (depth == fields.length) {
      fields = Arrays.copyOf(fields, 2 * depth);
      indexes = Arrays.copyOf(indexes, 2 * depth);
    }
    fields[depth++] = field;
  }

  void leave() {
    depth--;
  }

  /** Index of the element that is decoded in what was entered last. */
  long index() {
    return indexes[depth - 1];
  }

  void index(long index) {
    indexes[depth - 1] = index;
  }

  /** The names on the way to a value, with indexes. */
  String text(XdrField current) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      append(text, fields[i], i);
    }
    if (depth == 0 || current != fields[depth - 1]) {
      append(text, current, depth);
    }
    return text.toString();
  }

  private void append(StringBuilder text, XdrField field, int at) {
    if (field.isElement() && at > 0) {
      text.append('[').append(indexes[at - 1]).append(']');
    } else if (!field.name().isEmpty()) {
      text.append(text.isEmpty() ? "" : ".").append(field.name());
    }
  }
}
