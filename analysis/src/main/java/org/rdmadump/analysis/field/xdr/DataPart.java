package org.rdmadump.analysis.field.xdr;

import org.rdmadump.analysis.BulkData;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/** What there is to know of bulk data, and of other bytes that are not all there. */
enum DataPart {
  LENGTH("length", FieldType.UNSIGNED),
  COMPLETE("complete", FieldType.BOOLEAN),
  MOVED_BY("moved_by", FieldType.TEXT),
  MISSING("missing", FieldType.GROUP),
  MISSING_OFFSET("missing.offset", FieldType.UNSIGNED),
  MISSING_LENGTH("missing.length", FieldType.UNSIGNED),
  MISSING_REASON("missing.reason", FieldType.TEXT),
  TEXT("text", FieldType.TEXT),
  SHA256("sha256", FieldType.TEXT);

  /** What links hold is shorter. */
  private static final long MOST_TEXT = 1 << 16;

  private final String label;
  private final FieldType type;

  DataPart(String label, FieldType type) {
    this.label = label;
    this.type = type;
  }

  /** {@return its name behind that of the data} */
  String label() {
    return label;
  }

  /** {@return what its values are} */
  FieldType type() {
    return type;
  }

  /** Shows the part of the bytes at a place in the message. */
  boolean read(RpcMessage message, XdrField field, long start, long length, ValueVisitor to) {
    Rope stream = message.stream();
    return switch (this) {
      case LENGTH -> to.number(length);
      case TEXT ->
          field.form() == XdrForm.TEXT
              && length <= MOST_TEXT
              && stream.has(start, length)
              && OpaqueText.text(stream, start, length).isPresent()
              && to.text(OpaqueText.text(stream, start, length).get());
      case SHA256 ->
          stream.has(start, length) && to.text(stream.slice(start, start + length).sha256());
      default -> read(BulkData.of(message, start, length), to);
    };
  }

  private boolean read(BulkData data, ValueVisitor to) {
    if (this == COMPLETE) {
      return to.number(data.isComplete() ? 1 : 0);
    }
    if (this == MOVED_BY) {
      return to.text(data.movedBy().label());
    }
    for (int i = 0; i < data.missing().size(); i++) {
      MissingRange range = data.missing().get(i);
      boolean enough =
          switch (this) {
            case MISSING_OFFSET -> to.number(range.offset());
            case MISSING_LENGTH -> to.number(range.length());
            case MISSING_REASON -> to.text(range.reason().label());
            default -> to.group();
          };
      if (enough) {
        return true;
      }
    }
    return false;
  }
}
