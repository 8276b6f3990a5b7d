package org.rdmadump.analysis.field.message;

import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpcrdma.RdmaTransfer;

/** An RDMA operation that moved bytes of a chunk. */
enum TransferField implements FieldReader<RdmaTransfer> {
  KIND("kind", FieldType.NAMED, "read: the server fetched; write: it delivered"),
  HANDLE("handle", FieldType.HEX32, "handle of the client's memory"),
  ADDRESS("address", FieldType.HEX64, "where in the client's memory"),
  LENGTH("length", FieldType.UNSIGNED, "bytes that the operation announced"),
  TRANSFERRED("transferred", FieldType.UNSIGNED, "bytes that were seen"),
  PACKETS("packets", FieldType.UNSIGNED, "data packets that were seen, over iWARP FPDUs"),
  FIRST_PSN("first_psn", FieldType.UNSIGNED, "PSN of the first packet"),
  LAST_PSN("last_psn", FieldType.UNSIGNED, "PSN of the last packet"),
  FIRST_FRAME("first_frame", FieldType.UNSIGNED, "frame of the first packet"),
  LAST_FRAME("last_frame", FieldType.UNSIGNED, "frame of the last packet");

  private static final ValueNames KINDS = value -> value == 0 ? "read" : "write";

  private final String field;
  private final FieldType type;
  private final String meaning;

  TransferField(String field, FieldType type, String meaning) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
  }

  /** {@return the field} */
  Field<RdmaTransfer> field() {
    return new Field<>(
        field,
        List.of(type),
        meaning,
        List.of(),
        this == KIND ? NameLists.all(KINDS, 2) : List.of(),
        this);
  }

  @Override
  public boolean read(RdmaTransfer transfer, ValueVisitor to) {
    return switch (this) {
      case KIND -> to.named(transfer.kind() == RdmaTransfer.Kind.READ ? 0 : 1, KINDS);
      case HANDLE -> MessageField.unsigned(transfer.handle(), to);
      case ADDRESS -> to.number(transfer.address());
      case LENGTH -> to.number(transfer.length());
      case TRANSFERRED -> to.number(transfer.transferred());
      case PACKETS -> to.number(transfer.packets());
      case FIRST_PSN -> transfer.firstPsn() >= 0 && to.number(transfer.firstPsn());
      case LAST_PSN -> transfer.lastPsn() >= 0 && to.number(transfer.lastPsn());
      case FIRST_FRAME -> to.number(transfer.firstFrame());
      case LAST_FRAME -> to.number(transfer.lastFrame());
    };
  }
}
