package org.rdmadump.analysis.field.xdr;

import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;

/** What every operation has, beside what is declared of it. */
enum OperationField implements FieldReader<Operation> {
  OP("op", FieldType.NAMED, "operation of a compound, or procedure", "name of the procedure"),
  FH("fh", FieldType.HEX32, "CRC-32 of the file handle of the operation"),
  SAVED_FH(
      "saved_fh", FieldType.HEX32, "CRC-32 of the saved file handle, if the operation uses it", ""),
  PATH(
      "path", FieldType.TEXT, "path of the file that the operation names, else of its file handle"),
  FILENAME("filename", FieldType.TEXT, "last part of path"),
  NEW_PATH("new_path", FieldType.TEXT, "new path in RENAME, LINK, COPY and CLONE"),
  STATUS("status", FieldType.NAMED, "status of the results");

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
    return switch (this) {
      case OP, FH, SAVED_FH, STATUS -> !meaning(protocol).isEmpty();
      case PATH, FILENAME -> protocol == Protocol.NFS || protocol == Protocol.NFS_ACL;
      case NEW_PATH -> protocol == Protocol.NFS;
    };
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
      case PATH -> path(names(operation).path(operation.index()), to);
      case FILENAME -> filename(names(operation).path(operation.index()), to);
      case NEW_PATH -> path(names(operation).newPath(operation.index()), to);
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

  private static FileNames names(Operation operation) {
    return operation.message().content().names();
  }

  private static boolean path(Optional<FilePath> path, ValueVisitor to) {
    return path.isPresent() && to.text(path.get().text());
  }

  private static boolean filename(Optional<FilePath> path, ValueVisitor to) {
    return path.isPresent() && !path.get().filename().isEmpty() && to.text(path.get().filename());
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
