package org.rdmadump.xdr.decode;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.schema.XdrField;

/** An opaque, string or quadruple: a slice of the message. */
public final class XdrBytes extends XdrValue {
  private final long contentStart;
  private final long length;

  XdrBytes(
      XdrScope scope,
      XdrField field,
      @Nullable XdrValue parent,
      long start,
      long behind,
      long contentStart,
      long length) {
    super(scope, field, parent, start, behind);
    this.contentStart = contentStart;
    this.length = length;
  }

  /** {@return number of bytes, without round-up} */
  public long length() {
    return length;
  }

  /** {@return position in the rope of the first of them} */
  public long contentStart() {
    return contentStart;
  }

  /** {@return the bytes; where they are absent, a hole} */
  public Rope bytes() {
    return rope().slice(contentStart, contentStart + length);
  }

  /** {@return whether none of them are absent} */
  public boolean isComplete() {
    return rope().has(contentStart, length);
  }

  /** {@return what the bytes say, if they are text at all} */
  public Optional<String> said() {
    return OpaqueText.said(field(), rope(), contentStart, length);
  }

  /** {@return the bytes in the form that is right at their place} */
  public String text() {
    return OpaqueText.of(field(), rope(), contentStart, length);
  }

  @Override
  public String toString() {
    return field().name() + "=" + text();
  }
}
