package org.rdmadump.report.json;

import java.util.Optional;
import java.util.zip.CRC32;
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

  private final JsonOutput out;
  private final CRC32 crc = new CRC32();
  private byte[] bytes = new byte[FIRST_ROOM];

  // Of the operations of a message most are about the same file.
  private Rope hashedIn = Rope.empty();
  private long hashedFrom;
  private long hashedLength;

  OpaqueJson(JsonOutput out) {
    this.out = out;
  }

  /** Writes the hash of a file handle; an empty string if it is not all there. */
  @SuppressWarnings("ReferenceEquality") // A rope does not change.
  void hash(Rope rope, long start, long length) {
    if (rope != hashedIn || start != hashedFrom || length != hashedLength) {
      if (!rope.has(start, length)) {
        out.string("");
        return;
      }
      copy(rope, start, (int) length);
      crc.reset();
      crc.update(bytes, 0, (int) length);
      hashedIn = rope;
      hashedFrom = start;
      hashedLength = length;
    }
    out.hex(crc.getValue(), HASH_DIGITS);
  }

  /** Writes bytes, all there and at most 64 KiB, as text if they are declared so and are. */
  void write(XdrField field, Rope rope, long start, long length) {
    copy(rope, start, (int) length);
    boolean isText = field.form() == XdrForm.TEXT || field.type().kind() == XdrType.Kind.STRING;
    if (isText && isPlain((int) length)) {
      out.plain(bytes, (int) length);
      return;
    }
    Optional<String> said = OpaqueText.said(field, rope, start, length);
    if (said.isPresent()) {
      out.string(said.get());
    } else {
      out.hex("0x", bytes, (int) length);
    }
  }

  /** Whether bytes are ASCII that JSON has as it is. */
  private boolean isPlain(int length) {
    for (int i = 0; i < length; i++) {
      byte each = bytes[i];
      if (!JsonText.isPlain(each)) {
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
}
