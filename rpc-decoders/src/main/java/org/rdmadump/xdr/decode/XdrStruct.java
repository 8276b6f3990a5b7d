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
  private static final long[] NONE_KNOWN = {};
  private static final @Nullable XdrValue[] NONE_MADE = {};

  /** What a bitmap selected; of a structure empty. */
  private final XdrField[] selected;

  /** As far as they were asked for; empty if none was. */
  private @Nullable XdrValue[] members = NONE_MADE;

  /** Where members start that are behind one of no fixed length, as far as it is known. */
  private long[] starts = NONE_KNOWN;

  /** The last of those. */
  private int known;

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

  private long start(int index) {
    long at = start();
    int fixed = 0;
    while (fixed < index && fieldAt(fixed).type().fixedSize() >= 0) {
      at += fieldAt(fixed++).type().fixedSize();
    }
    if (at > scope.limit) {
      return XdrSteps.BROKEN;
    }
    return fixed == index ? at : startBehind(fixed, at, index);
  }

  /** The same of a member behind one without a fixed length, which starts at {@code at}. */
  private long startBehind(int first, long at, int index) {
    if (starts.length == 0) {
      starts = new long[size() + 1];
      starts[first] = at;
      known = first;
    }
    for (; known < index; known++) {
      long last = starts[known];
      XdrValue before = known < members.length ? members[known] : null;
      starts[known + 1] =
          last < 0 ? last : before != null ? before.endOrWhy() : scope.skip(fieldAt(known), last);
    }
    return starts[index];
  }
}
