package org.rdmadump.xdr.compile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rdmadump.xdr.schema.SchemaFormat;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrType;

/** Checks that marks fit what they are put on, and finds the members that others are chosen by. */
final class MarkChecks {
  private final List<TypeDraft> types;
  private final List<FieldDraft> fields;

  private MarkChecks(List<TypeDraft> types, List<FieldDraft> fields) {
    this.types = types;
    this.fields = fields;
  }

  /**
   * Checks all fields.
   *
   * @param selectors names of members that marks say others are chosen by
   */
  static void run(List<TypeDraft> types, List<FieldDraft> fields, Set<String> selectors)
      throws XdrDeclarationException {
    MarkChecks checks = new MarkChecks(types, fields);
    for (FieldDraft field : fields) {
      checks.check(field);
    }
    checks.find(selectors);
  }

  private void check(FieldDraft field) throws XdrDeclarationException {
    TypeDraft type = types.get(field.type);
    XdrForm form = field.traits.form();
    boolean right =
        switch (form) {
          case PLAIN -> true;
          case FILE_HANDLE, TEXT, DATA -> type.isBytes();
          case VERIFIER -> type.isBytes() || type.isInteger();
          case NANOSECONDS -> type.kind == XdrType.Kind.UNSIGNED_INT;
          case MODE, HEX, FLAGS, NAMED -> type.isInteger();
          case STATE_ID -> type.kind == XdrType.Kind.STRUCT;
          case TIME, TIME_MICROS, DURATION ->
              type.kind == XdrType.Kind.STRUCT
                  && type.fields.size() == 2
                  && types.get(fields.get(type.fields.get(0)).type).isInteger()
                  && types.get(fields.get(type.fields.get(1)).type).isInteger();
          case BITMAP -> type.kind == XdrType.Kind.ARRAY && canSelect(type);
        };
    if (!right) {
      Mark mark = field.traits.formMark().orElseThrow();
      throw mark.place()
          .wrong("mark '" + mark.word() + "' does not fit the type of '" + field.name + "'");
    }
  }

  private void find(Set<String> selectors) throws XdrDeclarationException {
    Set<String> found = new HashSet<>();
    for (FieldDraft field : fields) {
      if (selectors.contains(field.name) && canSelect(types.get(field.type))) {
        field.flags |= SchemaFormat.FIELD_SELECTOR;
        found.add(field.name);
      }
    }
    for (FieldDraft field : fields) {
      if (!field.holdBy.isEmpty() && !found.contains(field.holdBy)) {
        SourcePosition place = field.traits.holdMark().orElseThrow().place();
        throw place.wrong("no member '" + field.holdBy + "' that could tell");
      }
    }
  }

  private boolean canSelect(TypeDraft type) {
    return switch (type.kind) {
      case INT, UNSIGNED_INT, ENUM, BOOL -> true;
      case ARRAY -> types.get(fields.get(type.element).type).kind == XdrType.Kind.UNSIGNED_INT;
      default -> false;
    };
  }
}
