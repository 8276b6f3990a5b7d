package org.rdmadump.xdr.decode;

import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.compile.XdrCompiler;
import org.rdmadump.xdr.compile.XdrDeclarationException;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrSchema;

/** Declarations of tests. */
final class Declared {
  private Declared() {}

  /** {@return the compiled declarations} */
  static XdrSchema schema(String text) {
    try {
      return XdrSchema.of(XdrCompiler.compile("test.x", text, name -> Optional.empty()));
    } catch (XdrDeclarationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** {@return the type {@code t} of the declarations} */
  static XdrField type(String text) {
    return schema(text).declared("t");
  }

  /** {@return what a walk over all of a rope shows, one value a line} */
  static String shown(XdrField field, Rope rope) {
    Transcript transcript = new Transcript();
    XdrOutcome outcome = XdrContent.of(field, rope).walk(transcript);
    return transcript + outcome.end().name() + "\n";
  }
}
