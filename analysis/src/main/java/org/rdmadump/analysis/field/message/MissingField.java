package org.rdmadump.analysis.field.message;

import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Absence;
import org.rdmadump.rpcrdma.MissingRange;

/** A range of bytes that was not seen. */
@SuppressWarnings("EnumOrdinal") // The enumeration is all names that values can have.
enum MissingField implements FieldReader<MissingRange> {
  OFFSET("offset", FieldType.UNSIGNED, "first byte that was not seen"),
  LENGTH("length", FieldType.UNSIGNED, "bytes that were not seen"),
  REASON("reason", FieldType.NAMED, "why they were not");

  private static final ValueNames REASONS = value -> Absence.values()[(int) value].label();

  private final String field;
  private final FieldType type;
  private final String meaning;

  MissingField(String field, FieldType type, String meaning) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
  }

  /** {@return the field} */
  Field<MissingRange> field() {
    return new Field<>(field, List.of(type), meaning, List.of(), names(), this);
  }

  private List<String> names() {
    // What nobody asked for is not missing to who asks.
    return this == REASON ? NameLists.all(REASONS, Absence.NOT_KEPT.ordinal()) : List.of();
  }

  @Override
  public boolean read(MissingRange range, ValueVisitor to) {
    return switch (this) {
      case OFFSET -> to.number(range.offset());
      case LENGTH -> to.number(range.length());
      case REASON -> to.named(range.reason().ordinal(), REASONS);
    };
  }
}
