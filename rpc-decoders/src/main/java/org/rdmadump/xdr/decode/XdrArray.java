package org.rdmadump.xdr.decode;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrType;

/** An array or a list. */
public final class XdrArray extends XdrValue implements Iterable<XdrValue> {
  /** In place of a count: that of a list, which is known at its end only. */
  static final long UNCOUNTED = -1;

  private static final long[] NONE_KNOWN = {};

  /** Elements whose places there is room for at first. */
  private static final int FIRST_ROOM = 8;

  /** Number of elements, or of those before the end or before what cannot be read. */
  private long count;

  /** Where elements start, as far as it is known; of a list, behind the bool. */
  private long[] starts = NONE_KNOWN;

  private int known;

  /** Where the next element is, or the last known one, whose end nobody needed so far. */
  private long next;

  private boolean isAtLast;

  XdrArray(
      XdrScope scope,
      XdrField field,
      @Nullable XdrValue parent,
      long start,
      long first,
      long count) {
    super(scope, field, parent, start);
    this.count = count;
    this.next = first;
  }

  /**
   * {@return number of elements; of a list that cannot be read to its end, of those before that}
   */
  public int size() {
    while (count == UNCOUNTED) {
      find(known);
    }
    return (int) Math.min(Integer.MAX_VALUE, count);
  }

  /**
   * {@return the n-th element}
   *
   * @throws IndexOutOfBoundsException if there are not so many
   */
  public XdrValue get(int index) {
    if (count == UNCOUNTED) {
      find(index);
    }
    if (count != UNCOUNTED) {
      Objects.checkIndex((long) index, count);
    }
    XdrField each = each();
    long size = each.type().fixedSize();
    if (!isList() && size >= 0) {
      return scope.value(each, next + index * size, this);
    }
    find(index);
    return index < known
        ? scope.value(each, starts[index], this)
        : scope.unreadable(each, start(), this, next);
  }

  @Override
  public Iterator<XdrValue> iterator() {
    return new Iterator<>() {
      private int at;

      @Override
      public boolean hasNext() {
        if (count == UNCOUNTED) {
          find(at);
        }
        return count == UNCOUNTED || at < count;
      }

      @Override
      public XdrValue next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return get(at++);
      }
    };
  }

  @Override
  @Nullable XdrValue element(int index) {
    if (count == UNCOUNTED) {
      find(index);
    }
    return index >= 0 && (count == UNCOUNTED || index < count) ? get(index) : null;
  }

  @Override
  long findEnd() {
    if (!isList() && each().type().fixedSize() >= 0) {
      return scope.skip(field(), start());
    }
    if (isList()) {
      size();
    } else {
      find((int) Math.min(Integer.MAX_VALUE - 1, count));
      passLast();
    }
    return next;
  }

  private XdrField each() {
    return field().type().element();
  }

  private boolean isList() {
    return field().type().kind() == XdrType.Kind.LIST;
  }

  /** Finds where elements start, up to {@code index}. */
  private void find(int index) {
    boolean list = isList();
    while (known <= index && (count == UNCOUNTED || known < count)) {
      passLast();
      if (next < 0) {
        return;
      }
      if (list) {
        long present = scope.word(next);
        if (present != 1) {
          count = known;
          next = present == 0 ? next + Integer.BYTES : present < 0 ? present : XdrSteps.BROKEN;
          return;
        }
        next += Integer.BYTES;
      }
      if (known == starts.length) {
        long most = count == UNCOUNTED ? Integer.MAX_VALUE : count;
        starts = Arrays.copyOf(starts, (int) Math.min(Math.max(FIRST_ROOM, 2L * known), most));
      }
      starts[known++] = next;
      isAtLast = true;
    }
  }

  private void passLast() {
    if (isAtLast) {
      isAtLast = false;
      next = scope.skip(each(), next);
      if (next < 0 && isList()) {
        // The element itself is there, as far as it goes.
        count = known;
      }
    }
  }

  @Override
  public String toString() {
    return field().name() + "=[" + size() + "]";
  }
}
