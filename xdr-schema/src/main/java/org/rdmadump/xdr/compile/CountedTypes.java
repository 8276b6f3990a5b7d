package org.rdmadump.xdr.compile;

import java.util.List;
import org.rdmadump.xdr.schema.SchemaFormat;
import org.rdmadump.xdr.schema.XdrField;

/** Finds the types whose values may have a number in them that is marked as a count. */
final class CountedTypes {
  private final List<TypeDraft> types;
  private final List<FieldDraft> fields;

  private CountedTypes(List<TypeDraft> types, List<FieldDraft> fields) {
    this.types = types;
    this.fields = fields;
  }

  /**
   * Sets the flag of these types; repeated until no more are found, as types contain each other.
   */
  static void set(List<TypeDraft> types, List<FieldDraft> fields) {
    CountedTypes search = new CountedTypes(types, fields);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (TypeDraft type : types) {
        if (!isCounted(type) && search.holdsCounts(type)) {
          type.flags |= SchemaFormat.TYPE_COUNTS;
          changed = true;
        }
      }
    }
  }

  private static boolean isCounted(TypeDraft type) {
    return (type.flags & SchemaFormat.TYPE_COUNTS) != 0;
  }

  private boolean holdsCounts(TypeDraft type) {
    return (type.element != TypeDraft.NONE && holdsCounts(type.element))
        || type.fields.stream().anyMatch(this::holdsCounts);
  }

  private boolean holdsCounts(int field) {
    FieldDraft in = fields.get(field);
    return in.traits.own().stream().anyMatch(mark -> mark.word().equals(XdrField.COUNTS))
        || isCounted(types.get(in.type));
  }
}
