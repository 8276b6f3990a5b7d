package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.Base64;
import java.util.HexFormat;
import org.rdmadump.analysis.BulkData;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/** Writes what is known of bulk data as an object, and the bytes if they are wanted. */
final class DataJson {
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString COMPLETE = new SerializedString("complete");
  private static final SerializedString MOVED_BY = new SerializedString("moved_by");
  private static final SerializedString SHA256 = new SerializedString("sha256");
  private static final SerializedString TEXT = new SerializedString("text");
  private static final SerializedString HEX = new SerializedString("hex");
  private static final SerializedString BASE64 = new SerializedString("base64");

  /** What links hold is shorter. */
  private static final long MOST_TEXT = 1 << 16;

  /** Of more than that no array can be made. */
  private static final long MOST_BYTES = 1L << 30;

  private final JsonGenerator out;
  private final JsonFields fields;
  private final DataForm form;
  private final boolean digest;

  DataJson(JsonGenerator out, JsonFields fields, DataForm form, boolean digest) {
    this.out = out;
    this.fields = fields;
    this.form = form;
    this.digest = digest;
  }

  /** Writes the object of bytes of a message, which begin at {@code start}. */
  void write(RpcMessage message, XdrField field, long start, long length) throws IOException {
    BulkData data = BulkData.of(message, start, length);
    Rope stream = message.stream();
    boolean here = stream.has(start, length);
    out.writeStartObject();
    fields.number(LENGTH, length);
    fields.bool(COMPLETE, data.isComplete());
    fields.missing(data.missing());
    fields.label(MOVED_BY, data.movedBy().label());
    if (here && length <= MOST_TEXT && field.form() == XdrForm.TEXT) {
      fields.string(TEXT, OpaqueText.text(stream, start, length));
    }
    if (digest) {
      fields.string(SHA256, message.content().sha256(start, length));
    }
    if (here && length <= MOST_BYTES) {
      switch (form) {
        case HEX ->
            fields.string(HEX, HexFormat.of().formatHex(stream.toArray(start, start + length)));
        case BASE64 ->
            fields.string(
                BASE64, Base64.getEncoder().encodeToString(stream.toArray(start, start + length)));
        case NONE -> {
          // Nobody asked for them.
        }
      }
    }
    out.writeEndObject();
  }
}
