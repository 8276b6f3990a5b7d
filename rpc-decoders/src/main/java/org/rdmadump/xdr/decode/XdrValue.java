package org.rdmadump.xdr.decode;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.schema.XdrField;

/**
 * A value, found when it was asked for. Its parts are found when they are asked for.
 *
 * <p>Where optional data is present, the value stands in its place; where an opaque is known to
 * hold a value, that stands in the opaque's place.
 *
 * <pre>{@code
 * OptionalLong offset = arguments.number("offset");
 * }</pre>
 *
 * <p>For one thread.
 */
public abstract sealed class XdrValue
    permits XdrStruct, XdrUnion, XdrArray, XdrNumber, XdrBytes, XdrNothing, XdrUnreadable {
  private static final long UNKNOWN = Long.MIN_VALUE;

  final XdrScope scope;
  private final XdrField field;
  final @Nullable XdrValue parent;
  private final long start;
  private long end;

  /** A value whose end is found when it is asked for. */
  XdrValue(XdrScope scope, XdrField field, @Nullable XdrValue parent, long start) {
    this(scope, field, parent, start, UNKNOWN);
  }

  /** A value that ends where it is known to. */
  XdrValue(XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, long end) {
    this.scope = scope;
    this.field = field;
    this.parent = parent;
    this.start = start;
    this.end = end;
  }

  /** {@return its name and its type} */
  public final XdrField field() {
    return field;
  }

  /** {@return the structure, union or array that it is in} */
  public final Optional<XdrValue> parent() {
    return Optional.ofNullable(parent);
  }

  /** {@return the whole that it is in, which may be itself} */
  public final XdrValue root() {
    XdrValue root = this;
    for (XdrValue above = parent; above != null; above = above.parent) {
      root = above;
    }
    return root;
  }

  /** {@return position in the rope of its first byte} */
  public final long start() {
    return start;
  }

  /** {@return position behind its last byte, as far as that can be found; -1 if it cannot} */
  public final long end() {
    return Math.max(-1, endOrWhy());
  }

  /** {@return the rope that it is in} */
  public final Rope rope() {
    return scope.rope;
  }

  /**
   * Finds a value inside of this one.
   *
   * @param path names with dots between them, of elements an index: {@code argarray[2].opwrite}
   * @return the value; nothing if there is none of that name here, or it cannot be read
   */
  public final Optional<XdrValue> at(String path) {
    XdrValue found = this;
    int from = 0;
    while (from < path.length()) {
      boolean index = path.charAt(from) == '[';
      int to = index ? path.indexOf(']', from) : end(path, from);
      if (to < 0) {
        throw new IllegalArgumentException(path);
      }
      XdrValue part =
          index
              ? found.element(Integer.parseInt(path, from + 1, to, 10))
              : found.part(path, from, to);
      if (part == null || part instanceof XdrUnreadable) {
        return Optional.empty();
      }
      found = part;
      from = to + (index ? 1 : 0);
      from += from < path.length() && path.charAt(from) == '.' ? 1 : 0;
    }
    return Optional.of(found);
  }

  /**
   * {@return the number at a path, as {@link XdrNumber#value()} has it: unsigned ones of 64 bits as
   * {@link Long#toUnsignedString(long)} takes them; empty if there is none, or it is no number}
   *
   * @param path as {@link #at} takes it
   */
  public final OptionalLong number(String path) {
    Optional<XdrValue> found = at(path);
    return found.isPresent() && found.get() instanceof XdrNumber number
        ? OptionalLong.of(number.value())
        : OptionalLong.empty();
  }

  /**
   * {@return the number, name or opaque at a path as text, in the form that is right there; empty
   * if there is none, if it has parts, or if bytes of it are absent}
   *
   * @param path as {@link #at} takes it
   */
  public final Optional<String> text(String path) {
    Optional<XdrValue> found = at(path);
    if (found.isPresent() && found.get() instanceof XdrNumber number) {
      return Optional.of(number.text());
    }
    return found.isPresent() && found.get() instanceof XdrBytes bytes && bytes.isComplete()
        ? Optional.of(bytes.text())
        : Optional.empty();
  }

  /**
   * {@return the bytes of the opaque at a path, such as the {@code data} of a READ, with holes
   * where they are absent; empty if there is none}
   *
   * @param path as {@link #at} takes it
   */
  public final Optional<Rope> bytes(String path) {
    Optional<XdrValue> found = at(path);
    return found.isPresent() && found.get() instanceof XdrBytes bytes
        ? Optional.of(bytes.bytes())
        : Optional.empty();
  }

  /**
   * {@return position behind the last byte, or what {@link XdrSteps} has in place of one; asked for
   * only if it was not known from the beginning}
   */
  long findEnd() {
    throw new AssertionError(field);
  }

  /** The part of the name that is there in a path; null if there is none. */
  @Nullable XdrValue part(String path, int from, int to) {
    return null;
  }

  /** The element of that index; null if there is none. */
  @Nullable XdrValue element(int index) {
    return null;
  }

  /** Whether a field has the name that is there in a path. */
  static boolean isNamed(XdrField field, String path, int from, int to) {
    return field.name().length() == to - from && path.startsWith(field.name(), from);
  }

  /** Sets the end, where it is that of the opaque which holds the value. */
  final void endsAt(long position) {
    end = position;
  }

  /** As {@link #end}, but if there is none it says why, as {@link XdrSteps} does. */
  final long endOrWhy() {
    if (end == UNKNOWN) {
      end = findEnd();
    }
    return end;
  }

  private static int end(String path, int from) {
    int at = from;
    while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
      at++;
    }
    return at;
  }
}
