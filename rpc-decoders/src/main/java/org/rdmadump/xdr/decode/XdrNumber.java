package org.rdmadump.xdr.decode;

import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;

/**
 * An integer, bool, enumeration, float or double.
 *
 * <pre>{@code
 * long value = number.value();
 * }</pre>
 */
public final class XdrNumber extends XdrValue {
  private final long value;

  XdrNumber(
      XdrScope scope,
      XdrField field,
      @Nullable XdrValue parent,
      long start,
      long behind,
      long value) {
    super(scope, field, parent, start, behind);
    this.value = value;
  }

  /**
   * {@return the number; of a float or double its bits; unsigned numbers of 32 bits are never
   * negative}
   */
  public long value() {
    return value;
  }

  /** {@return whether a bool is TRUE} */
  public boolean isTrue() {
    return value != 0;
  }

  /** {@return the value in the form that is right at its place} */
  public String text() {
    return field().text(value);
  }

  @Override
  public String toString() {
    return field().name() + "=" + text();
  }
}
