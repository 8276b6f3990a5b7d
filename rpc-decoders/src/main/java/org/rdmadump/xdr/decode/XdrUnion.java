package org.rdmadump.xdr.decode;

import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;

/** A union: a discriminant and the arm that it chose. */
public final class XdrUnion extends XdrValue {
  private final long number;
  private @Nullable XdrValue discriminant;
  private @Nullable XdrValue arm;

  XdrUnion(XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, long number) {
    super(scope, field, parent, start);
    this.number = number;
  }

  /** {@return the number that the discriminant is; never negative if its type is unsigned} */
  public long number() {
    return number;
  }

  /** {@return whether there is an arm for the discriminant} */
  public boolean hasArm() {
    return armIndex() >= 0;
  }

  /** {@return the discriminant} */
  public XdrNumber discriminant() {
    if (discriminant == null) {
      discriminant = scope.value(field().type().discriminant(), start(), this);
    }
    return (XdrNumber) discriminant;
  }

  /** {@return the arm; unreadable if there is none for the discriminant} */
  public XdrValue arm() {
    if (arm == null) {
      int index = armIndex();
      arm =
          index < 0
              ? scope.unreadable(field(), start(), this, XdrSteps.BROKEN)
              : scope.value(field().type().field(index), start() + Integer.BYTES, this);
    }
    return arm;
  }

  /**
   * {@return the n-th 32 bits of the arm, unsigned, without values made of it; negative if there is
   * no arm or they are absent}
   */
  public long armWord(int index) {
    return hasArm() ? scope.word(start() + (1L + index) * Integer.BYTES) : XdrSteps.BROKEN;
  }

  private int armIndex() {
    return field().type().armIndex(number);
  }

  @Override
  @Nullable XdrValue part(String path, int from, int to) {
    if (isNamed(field().type().discriminant(), path, from, to)) {
      return discriminant();
    }
    return isNamed(arm().field(), path, from, to) ? arm() : null;
  }

  @Override
  long findEnd() {
    if (arm != null) {
      return arm.endOrWhy();
    }
    int index = armIndex();
    return index < 0
        ? XdrSteps.BROKEN
        : scope.skip(field().type().field(index), start() + Integer.BYTES);
  }

  @Override
  public String toString() {
    return field().name() + "={" + discriminant() + "}";
  }
}
