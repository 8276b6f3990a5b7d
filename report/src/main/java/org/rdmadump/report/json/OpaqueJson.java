package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.CRC32;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Writes bytes as strings, as {@link OpaqueText} has them, without an object in between where that
 * is possible.
 */
final class OpaqueJson {
  private static final int FIRST_ROOM = 256;
  private static final int HASH_DIGITS = 8;
  private static final int DELETE = 0x7f;

  private final JsonGenerator out;
  private final AsciiBuffer text = new AsciiBuffer();
  private final CRC32 crc = new CRC32();
  private byte[] bytes = new byte[FIRST_ROOM];

  OpaqueJson(JsonGenerator out) {
    this.out = out;
  }

  /** Writes the hash of a file handle; an empty string if it is not all there. */
  void hash(Rope rope, long start, long length) throws IOException {
    if (!rope.has(start, length)) {
      out.writeString("");
      return;
    }
    copy(rope, start, (int) length);
    crc.reset();
    crc.update(bytes, 0, (int) length);
    text.clear();
    text.put("0x").putHexDigits(crc.getValue(), HASH_DIGITS);
    quoted();
  }

  /** Writes bytes, all there and at most 64 KiB, as text if they are declared so and are. */
  void write(XdrField field, Rope rope, long start, long length) throws IOException {
    copy(rope, start, (int) length);
    boolean isText = field.form() == XdrForm.TEXT || field.type().kind() == XdrType.Kind.STRING;
    if (isText && isPlain((int) length)) {
      out.writeRawUTF8String(bytes, 0, (int) length);
      return;
    }
    Optional<String> said = OpaqueText.said(field, rope, start, length);
    if (said.isPresent()) {
      out.writeString(said.get());
    } else {
      text.clear();
      text.put("0x").putHexDigits(bytes, (int) length);
      quoted();
    }
  }

  /** Whether bytes are ASCII that JSON has as it is. */
  private boolean isPlain(int length) {
    for (int i = 0; i < length; i++) {
      byte each = bytes[i];
      if (each < ' ' || each == DELETE || each == '"' || each == '\\') {
        return false;
      }
    }
    return true;
  }

  private void copy(Rope rope, long start, int length) {
    if (bytes.length < length) {
      bytes = new byte[Math.max(2 * bytes.length, length)];
    }
    rope.copyTo(start, bytes, 0, length);
  }

  private void quoted() throws IOException {
    out.writeRawUTF8String(text.array(), 0, text.length());
  }
}
