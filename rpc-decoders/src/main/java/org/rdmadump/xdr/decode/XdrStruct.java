package org.rdmadump.xdr.decode;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrType;

/**
 * A structure, or the values that a bitmap selected.
 *
 * <pre>{@code
 * Optional<XdrValue> offset = arguments.get("offset");
 * }</pre>
 */
public final class XdrStruct extends XdrValue {
  private final XdrType type;

  /** What a bitmap selected; of a structure empty. */
  private final XdrField[] selected;

  private final @Nullable XdrValue[] members;

  /** Where members start, as far as it is known. */
  private final long[] starts;

  private int known = 1;

  XdrStruct(
      XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, XdrField[] selected) {
    super(scope, field, parent, start);
    this.type = field.type();
    this.selected = selected;
    int size = type.kind() == XdrType.Kind.STRUCT ? type.fieldCount() : selected.length;
    this.members = new XdrValue[size];
    this.starts = new long[size + 1];
    this.starts[0] = start;
  }

  /** {@return number of members} */
  public int size() {
    return members.length;
  }

  /** {@return name and type of the n-th member, without looking for it} */
  public XdrField fieldAt(int index) {
    return type.kind() == XdrType.Kind.STRUCT ? type.field(index) : selected[index];
  }

  /** {@return the n-th member} */
  public XdrValue get(int index) {
    XdrValue made = members[index];
    if (made == null) {
      long at = start(index);
      made =
          at < 0
              ? scope.unreadable(fieldAt(index), start(), this, at)
              : scope.value(fieldAt(index), at, this);
      members[index] = made;
    }
    return made;
  }

  /** {@return the member of that name} */
  public Optional<XdrValue> get(String name) {
    return Optional.ofNullable(part(name, 0, name.length()));
  }

  @Override
  @Nullable XdrValue part(String path, int from, int to) {
    for (int i = 0; i < members.length; i++) {
      if (isNamed(fieldAt(i), path, from, to)) {
        return get(i);
      }
    }
    return null;
  }

  @Override
  long findEnd() {
    return start(members.length);
  }

  private long start(int index) {
    while (known <= index) {
      long at = starts[known - 1];
      XdrValue before = members[known - 1];
      starts[known] =
          at < 0 ? at : before != null ? before.endOrWhy() : scope.skip(fieldAt(known - 1), at);
      known++;
    }
    return starts[index];
  }
}
