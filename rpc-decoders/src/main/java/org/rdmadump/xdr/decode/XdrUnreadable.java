package org.rdmadump.xdr.decode;

import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.schema.XdrField;

/** Stands where a value should be that cannot be read, and for all values behind it. */
public final class XdrUnreadable extends XdrValue {
  private final boolean missing;

  XdrUnreadable(
      XdrScope scope, XdrField field, @Nullable XdrValue parent, long start, boolean missing) {
    super(scope, field, parent, start, missing ? XdrSteps.MISSING : XdrSteps.BROKEN);
    this.missing = missing;
  }

  /** {@return true if bytes are absent, false if they cannot be right} */
  public boolean isMissing() {
    return missing;
  }

  @Override
  public String toString() {
    return field().name() + (missing ? "=missing" : "=unreadable");
  }
}
