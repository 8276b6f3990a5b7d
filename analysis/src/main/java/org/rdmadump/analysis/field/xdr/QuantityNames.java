package org.rdmadump.analysis.field.xdr;

import java.util.regex.Pattern;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;

/** Units of fields that schemas declare: a schema has none, but names say it. */
final class QuantityNames {
  /** What lengths, positions and sizes of blocks are called, whatever stands before it. */
  private static final String LENGTHS = ".*(offset|length|_len|size|stripe_unit|maxcount|mincount)";

  /** Sizes of single reads and writes, and the attributes of file systems. */
  private static final String SIZES =
      "[rw]t(max|pref|mult)|dtpref|max(read|write)|used|(quota|space)_.*|.*bytes(_.*)?";

  /** Counts of bytes; others, such as ii_count, are of something else. */
  private static final String COUNTS = "(dir|total|(ca|cl|iaa|osr|rpa|wr)_)?count";

  private static final String OTHERS =
      "ca_maxresponsesize_cached|adb_reloff_.*|copied|last|[bs]sv_start";

  private static final Pattern OF_BYTES =
      Pattern.compile(String.join("|", LENGTHS, SIZES, COUNTS, OTHERS));

  private QuantityNames() {}

  /** {@return the field with the unit that its name says} */
  static <R> Field<R> withUnit(Field<R> field) {
    boolean isNumber = field.type() == FieldType.UNSIGNED || field.type() == FieldType.SIGNED;
    String last = field.name().substring(field.name().lastIndexOf('.') + 1);
    return isNumber && OF_BYTES.matcher(last).matches() ? field.in(FieldUnit.BYTES) : field;
  }
}
