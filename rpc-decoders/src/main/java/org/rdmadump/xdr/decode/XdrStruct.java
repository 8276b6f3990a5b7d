package org.rdmadump.xdr.decode;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;

/** A structure, or the values that a bitmap selected. */
public final class XdrStruct extends XdrValue {
  private final XdrField[] fields;
  private final @Nullable XdrValue[] members;

  /** Where members start, as far as it is known. */
  private final long[] starts;

  private int known = 1;

  XdrStruct(
      XdrScope scope, XdrField field, Optional<XdrValue> parent, long start, XdrField[] fields) {
    super(scope, field, parent, start);
    this.fields = fields;
    this.members = new XdrValue[fields.length];
    this.starts = new long[fields.length + 1];
    this.starts[0] = start;
  }

  /** {@return number of members} */
  public int size() {
    return fields.length;
  }

  /** {@return name and type of the n-th member, without looking for it} */
  public XdrField fieldAt(int index) {
    return fields[index];
  }

  /** {@return the n-th member} */
  public XdrValue get(int index) {
    XdrValue made = members[index];
    if (made == null) {
      long at = start(index);
      made =
          at < 0
              ? scope.unreadable(fields[index], start(), Optional.of(this), at)
              : scope.value(fields[index], at, Optional.of(this));
      members[index] = made;
    }
    return made;
  }

  /** {@return the member of that name} */
  public Optional<XdrValue> get(String name) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].name().equals(name)) {
        return Optional.of(get(i));
      }
    }
    return Optional.empty();
  }

  @Override
  Optional<XdrValue> part(String name) {
    return get(name);
  }

  @Override
  long findEnd() {
    return start(fields.length);
  }

  private long start(int index) {
    while (known <= index) {
      long at = starts[known - 1];
      XdrValue before = members[known - 1];
      starts[known] =
          at < 0 ? at : before != null ? before.endOrWhy() : scope.skip(fields[known - 1], at);
      known++;
    }
    return starts[index];
  }
}
