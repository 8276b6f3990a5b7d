package org.rdmadump.analysis.field.xdr;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.BulkData;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/** What there is to know of bulk data, and of other bytes that are not all there. */
@SuppressWarnings("EnumOrdinal") // Two enumerations are all names that values can have.
enum DataPart {
  LENGTH("length", FieldType.UNSIGNED, "bytes of the data"),
  COMPLETE("complete", FieldType.BOOLEAN, "every byte was captured"),
  MOVED_BY("moved_by", FieldType.NAMED, "how the data moved"),
  MISSING("missing", FieldType.GROUP, "ranges of missing bytes"),
  MISSING_OFFSET("missing.offset", FieldType.UNSIGNED, "start of a missing range"),
  MISSING_LENGTH("missing.length", FieldType.UNSIGNED, "bytes of a missing range"),
  MISSING_REASON("missing.reason", FieldType.NAMED, "why bytes are missing"),
  TEXT("text", FieldType.TEXT, "the data as text"),
  SHA256("sha256", FieldType.TEXT, "SHA-256 of the data; in JSON with --digest");

  /** What links hold is shorter. */
  private static final long MOST_TEXT = 1 << 16;

  private static final ValueNames WAYS = value -> MovedBy.values()[(int) value].label();
  private static final ValueNames REASONS = value -> Absence.values()[(int) value].label();

  private final String label;
  private final FieldType type;
  private final String meaning;

  DataPart(String label, FieldType type, String meaning) {
    this.label = label;
    this.type = type;
    this.meaning = meaning;
  }

  /** {@return its name behind that of the data} */
  String label() {
    return label;
  }

  /** {@return what its values are} */
  FieldType type() {
    return type;
  }

  /** {@return what it is, in a few words} */
  String meaning() {
    return meaning;
  }

  /** {@return whether the bytes of the data say it, not only how they moved} */
  boolean isContent() {
    return this == TEXT || this == SHA256;
  }

  /** {@return names that values can have} */
  List<String> names() {
    return switch (this) {
      case MOVED_BY -> NameLists.all(WAYS, MovedBy.values().length);
      case MISSING_REASON -> NameLists.all(REASONS, Absence.NOT_KEPT.ordinal());
      default -> List.of();
    };
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
      case SHA256 -> sha256(message.content().sha256(start, length), to);
      default -> read(BulkData.of(message, start, length), to);
    };
  }

  private static boolean sha256(Optional<String> digest, ValueVisitor to) {
    return digest.isPresent() && to.text(digest.get());
  }

  private boolean read(BulkData data, ValueVisitor to) {
    if (this == COMPLETE) {
      return to.number(data.isComplete() ? 1 : 0);
    }
    if (this == MOVED_BY) {
      return to.named(data.movedBy().ordinal(), WAYS);
    }
    for (int i = 0; i < data.missing().size(); i++) {
      MissingRange range = data.missing().get(i);
      boolean enough =
          switch (this) {
            case MISSING_OFFSET -> to.number(range.offset());
            case MISSING_LENGTH -> to.number(range.length());
            case MISSING_REASON -> to.named(range.reason().ordinal(), REASONS);
            default -> to.group();
          };
      if (enough) {
        return true;
      }
    }
    return false;
  }
}
