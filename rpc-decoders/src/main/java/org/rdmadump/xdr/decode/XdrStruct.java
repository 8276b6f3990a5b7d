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
  private static final @Nullable XdrValue[] NONE_MADE = {};

  /** What a bitmap selected; of a structure empty. */
  private final XdrField[] selected;

  /** As far as they were asked for; empty if none was. */
  private @Nullable XdrValue[] members = NONE_MADE;

  XdrStruct(
      XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, XdrField[] selected) {
    super(scope, field, parent, start);
    this.selected = selected;
  }

  /** {@return number of members} */
  public int size() {
    return isDeclared() ? field().type().fieldCount() : selected.length;
  }

  private boolean isDeclared() {
    return field().type().kind() == XdrType.Kind.STRUCT;
  }

  /** {@return name and type of the n-th member, without looking for it} */
  public XdrField fieldAt(int index) {
    return isDeclared() ? field().type().field(index) : selected[index];
  }

  /** {@return the n-th member} */
  public XdrValue get(int index) {
    XdrValue made = index < members.length ? members[index] : null;
    if (made == null) {
      if (members.length == 0) {
        members = new XdrValue[size()];
      }
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
    int size = size();
    for (int i = 0; i < size; i++) {
      if (isNamed(fieldAt(i), path, from, to)) {
        return get(i);
      }
    }
    return null;
  }

  @Override
  long findEnd() {
    return start(size());
  }

  /** Found from the last member before it that was asked for, or from the beginning. */
  private long start(int index) {
    int next = Math.min(index, members.length);
    while (next > 0 && members[next - 1] == null) {
      next--;
    }
    XdrValue before = next > 0 ? members[next - 1] : null;
    long at = before == null ? start() : before.endOrWhy();
    for (; at >= 0 && next < index; next++) {
      XdrField over = fieldAt(next);
      long size = over.type().fixedSize();
      at = size < 0 ? scope.skip(over, at) : size > scope.limit - at ? XdrSteps.BROKEN : at + size;
    }
    return at;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(field().name()).append("={");
    for (int i = 0; i < size(); i++) {
      text.append(i == 0 ? "" : ", ").append(fieldAt(i).name());
    }
    return text.append('}').toString();
  }
}
