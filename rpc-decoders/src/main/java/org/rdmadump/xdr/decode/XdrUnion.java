package org.rdmadump.xdr.decode;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;

/** A union: a discriminant and the arm that it chose. */
public final class XdrUnion extends XdrValue {
  private final int index;
  private @Nullable XdrValue discriminant;
  private @Nullable XdrValue arm;

  XdrUnion(XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, int index) {
    super(scope, field, parent, start);
    this.index = index;
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
      arm =
          index < 0
              ? scope.unreadable(field(), start(), this, XdrSteps.BROKEN)
              : scope.value(field().type().field(index), start() + Integer.BYTES, this);
    }
    return arm;
  }

  @Override
  Optional<XdrValue> part(String name) {
    if (field().type().discriminant().name().equals(name)) {
      return Optional.of(discriminant());
    }
    return arm().field().name().equals(name) ? Optional.of(arm()) : Optional.empty();
  }

  @Override
  long findEnd() {
    if (arm != null) {
      return arm.endOrWhy();
    }
    return index < 0
        ? XdrSteps.BROKEN
        : scope.skip(field().type().field(index), start() + Integer.BYTES);
  }
}
