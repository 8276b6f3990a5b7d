package org.rdmadump.xdr.decode;

import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;

/** Void, or optional data that is absent. */
public final class XdrNothing extends XdrValue {
  XdrNothing(XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, long behind) {
    super(scope, field, parent, start, behind);
  }

  @Override
  public String toString() {
    return field().name() + "=nothing";
  }
}
