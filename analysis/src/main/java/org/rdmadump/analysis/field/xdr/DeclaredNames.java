package org.rdmadump.analysis.field.xdr;

import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.xdr.schema.XdrField;

/** Texts of numbers as the declarations of a place have them. */
record DeclaredNames(XdrField field) implements ValueNames {
  @Override
  public String text(long value) {
    return field.text(value);
  }
}
