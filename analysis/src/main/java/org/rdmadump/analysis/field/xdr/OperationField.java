package org.rdmadump.analysis.field.xdr;

import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;

/** What every operation has, beside what is declared of it. */
enum OperationField implements FieldReader<Operation> {
  OP("op", FieldType.NAMED, "operation of a compound, else procedure", "name of the procedure"),
  FH("fh", FieldType.HEX32, "CRC-32 of the file handle that it is about"),
  SAVED_FH(
      "saved_fh", FieldType.HEX32, "CRC-32 of the saved file handle, if it is about that too", ""),
  STATUS("status", FieldType.NAMED, "status of results");

  private final String field;
  private final FieldType type;
  private final String meaning;
  private final String withoutCompounds;

  OperationField(String field, FieldType type, String meaning) {
    this(field, type, meaning, meaning);
  }

  /** With another meaning, or none, for protocols without compounds. */
  OperationField(String field, FieldType type, String meaning, String withoutCompounds) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
    this.withoutCompounds = withoutCompounds;
  }

  /** {@return its name} */
  String label() {
    return field;
  }

  /** {@return whether operations of {@code protocol} can have it} */
  boolean isOf(Protocol protocol) {
    return !meaning(protocol).isEmpty();
  }

  private String meaning(Protocol protocol) {
    return protocol.hasCompounds() ? meaning : withoutCompounds;
  }

  /**
   * {@return the field}
   *
   * @param values what it can be
   */
  Field<Operation> field(Protocol protocol, List<String> values) {
    return new Field<>(field, List.of(type), meaning(protocol), List.of(), values, this);
  }

  @Override
  public boolean read(Operation operation, ValueVisitor to) {
    return switch (this) {
      case OP -> to.named(operation.number(), new Name(operation));
      case FH -> handle(operation.handle(), to);
      case SAVED_FH -> handle(operation.savedHandle(), to);
      case STATUS -> status(operation.status(), to);
    };
  }

  /** Shows the CRC-32 of a handle that is all there. */
  static boolean handle(Optional<XdrBytes> handle, ValueVisitor to) {
    if (handle.isEmpty() || !handle.get().isComplete()) {
      return false;
    }
    XdrBytes bytes = handle.get();
    CRC32 crc = new CRC32();
    crc.update(bytes.rope().toArray(bytes.contentStart(), bytes.contentStart() + bytes.length()));
    return to.number(crc.getValue());
  }

  private static boolean status(Optional<XdrNumber> status, ValueVisitor to) {
    return status.isPresent()
        && to.named(status.get().value(), new DeclaredNames(status.get().field()));
  }

  private record Name(Operation operation) implements ValueNames {
    @Override
    public String text(long value) {
      return operation.name();
    }
  }
}
