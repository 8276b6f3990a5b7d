package org.rdmadump.analysis.field.message;

import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpcrdma.ChunkSegment;

/** A segment of a chunk. */
enum SegmentField implements FieldReader<ChunkSegment> {
  HANDLE("handle", FieldType.HEX32, "handle of a segment: R_Key or STag"),
  LENGTH("length", FieldType.UNSIGNED, "bytes of a segment"),
  OFFSET("offset", FieldType.HEX64, "address of a segment"),
  TRANSFERRED("transferred", FieldType.UNSIGNED, "bytes that were seen moving through a segment");

  private final String field;
  private final FieldType type;
  private final String meaning;

  SegmentField(String field, FieldType type, String meaning) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
  }

  /** {@return the field} */
  Field<ChunkSegment> field() {
    return new Field<>(field, List.of(type), meaning, List.of(), List.of(), this);
  }

  @Override
  public boolean read(ChunkSegment segment, ValueVisitor to) {
    return switch (this) {
      case HANDLE -> MessageField.unsigned(segment.handle(), to);
      case LENGTH -> to.number(segment.length());
      case OFFSET -> to.number(segment.offset());
      case TRANSFERRED -> MessageField.number(segment.transferred(), to);
    };
  }
}
