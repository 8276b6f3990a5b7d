package org.rdmadump.analysis.field.xdr;

import java.util.Set;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;

/** Units of fields that schemas declare: a schema has none, but names say it. */
final class QuantityNames {
  /** What protocols call their lengths and positions. */
  private static final Set<String> OF_BYTES =
      Set.of("offset", "count", "length", "size", "maxcount", "dircount", "rtmax", "wtmax");

  private QuantityNames() {}

  /** {@return the field with the unit that its name says} */
  static <R> Field<R> withUnit(Field<R> field) {
    boolean isNumber = field.type() == FieldType.UNSIGNED || field.type() == FieldType.SIGNED;
    String last = field.name().substring(field.name().lastIndexOf('.') + 1);
    return isNumber && OF_BYTES.contains(last) ? field.in(FieldUnit.BYTES) : field;
  }
}
