package org.rdmadump.xdr.decode;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrType;

/** Bytes of an opaque as text for people, where they are such. */
public final class OpaqueText {
  private static final String DIGITS = "0123456789abcdef";

  /** Bytes that are shown as a value; of more than that, the length is. */
  public static final int MOST_BYTES = 1 << 16;

  private static final int FIRST_PRINTABLE = 0x20;
  private static final int DELETE = 0x7f;

  private OpaqueText() {}

  /**
   * {@return bytes in the form that is right at their place: a file handle as its {@link #hash},
   * text as it is, data as its length, others in hexadecimal; of bytes that are absent, what that
   * is}
   */
  public static String of(XdrField field, Rope rope, long start, long length) {
    if (field.form() == XdrForm.DATA || length > MOST_BYTES) {
      return Counted.of(length, "byte");
    }
    if (!rope.has(start, length)) {
      return Counted.of(length, "byte") + ", not all here";
    }
    if (field.form() == XdrForm.FILE_HANDLE) {
      return hash(rope, start, length);
    }
    Optional<String> said = said(field, rope, start, length);
    return said.isPresent() ? said.get() : hex(rope, start, length);
  }

  /** {@return what bytes say, if they are text at their place, and all present} */
  public static Optional<String> said(XdrField field, Rope rope, long start, long length) {
    return isText(field, rope, start, length) ? text(rope, start, length) : Optional.empty();
  }

  /**
   * {@return the same, but with control characters as they are, and U+FFFD for what is not UTF-8}
   */
  public static Optional<String> lenient(XdrField field, Rope rope, long start, long length) {
    return isText(field, rope, start, length)
        ? Optional.of(new String(rope.toArray(start, start + length), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private static boolean isText(XdrField field, Rope rope, long start, long length) {
    return (field.form() == XdrForm.TEXT || field.type().kind() == XdrType.Kind.STRING)
        && length <= MOST_BYTES
        && rope.has(start, length);
  }

  /**
   * {@return a short name for a file handle, {@code 0x} and eight digits: the CRC-32 of its bytes,
   * as other analyzers show it}
   */
  public static String hash(Rope rope, long start, long length) {
    String digits = Long.toHexString(crc(rope, start, length));
    return "0x" + "0".repeat(8 - digits.length()) + digits;
  }

  /** {@return the number of that name} */
  public static long crc(Rope rope, long start, long length) {
    CRC32 crc = new CRC32();
    crc.update(rope.toArray(start, start + length));
    return crc.getValue();
  }

  /** {@return bytes that are all present in hexadecimal, with {@code 0x} before them} */
  public static String hex(Rope rope, long start, long length) {
    StringBuilder text = new StringBuilder(2 + 2 * (int) length).append("0x");
    for (byte each : rope.toArray(start, start + length)) {
      text.append(DIGITS.charAt(each >> 4 & 0xf)).append(DIGITS.charAt(each & 0xf));
    }
    return text.toString();
  }

  /** {@return bytes that are all present as text, if they are UTF-8 without control characters} */
  public static Optional<String> text(Rope rope, long start, long length) {
    byte[] bytes = rope.toArray(start, start + length);
    boolean ascii = true;
    for (byte each : bytes) {
      if ((each >= 0 && each < FIRST_PRINTABLE) || each == DELETE) {
        return Optional.empty();
      }
      ascii &= each >= 0;
    }
    if (ascii) {
      return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
