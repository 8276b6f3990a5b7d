package org.rdmadump.report.json;

import java.util.Base64;
import org.rdmadump.analysis.BulkData;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;

/** Writes what is known of bulk data as an object, and the bytes if they are wanted. */
final class DataJson {
  /** What links hold is shorter. */
  private static final long MOST_TEXT = 1 << 16;

  /** Of more than that no array can be made. */
  private static final long MOST_BYTES = 1L << 30;

  private static final byte[] MISSING = JsonText.key("missing");

  private final JsonOutput out;
  private final JsonMembers<MissingRange> missing;
  private final DataForm form;
  private final boolean digest;

  DataJson(JsonOutput out, DataForm form, boolean digest) {
    this.out = out;
    this.missing = new JsonMembers<>(out, Parts::missing, "");
    this.form = form;
    this.digest = digest;
  }

  /** Writes the object of bytes of a message, which begin at {@code start}. */
  void write(RpcMessage message, XdrField field, long start, long length) {
    BulkData data = BulkData.of(message, start, length);
    Rope stream = message.stream();
    boolean here = stream.has(start, length);
    out.beginObject();
    out.put("length", length);
    out.put("complete", data.isComplete());
    missing.writeArray(MISSING, data.missing());
    out.put("moved_by", data.movedBy().label());
    if (here && length <= MOST_TEXT && field.form() == XdrForm.TEXT) {
      out.put("text", OpaqueText.text(stream, start, length));
    }
    if (digest) {
      out.put("sha256", message.content().sha256(start, length));
    }
    if (form != DataForm.NONE && here && length <= MOST_BYTES) {
      bytes(stream, start, length);
    }
    out.endObject();
  }

  private void bytes(Rope stream, long start, long length) {
    byte[] bytes = stream.toArray(start, start + length);
    if (form == DataForm.HEX) {
      out.name("hex");
      out.hex("", bytes, bytes.length);
    } else {
      byte[] encoded = Base64.getEncoder().encode(bytes);
      out.name("base64");
      out.plain(encoded, encoded.length);
    }
  }
}
