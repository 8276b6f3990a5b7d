package org.rdmadump.nfs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.rdmadump.bytes.Rope;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.xdr.decode.OpaqueText;

/** A file handle or a name out of a message, to look it up. It serves for one after the other. */
final class NameKey {
  /** Bytes of the longest handle (RFC 8881 section 3.2) and of the longest name that Linux has. */
  static final int LONGEST = 255;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final char SLASH = '/';

  private final byte[] bytes = new byte[LONGEST];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
  private int length;
  private long hash;

  /** Takes bytes of a message; false if they are not there, none, or too many. */
  boolean read(Rope rope, long start, long count) {
    length = 0;
    if (count <= 0 || count > LONGEST || !rope.has(start, count)) {
      return false;
    }
    length = (int) count;
    rope.copyTo(start, bytes, 0, length);
    hash = KeyedHash.of(buffer, length);
    return true;
  }

  int length() {
    return length;
  }

  long hash() {
    return hash;
  }

  boolean is(byte[] other) {
    return other.length == length && Arrays.equals(bytes, 0, length, other, 0, length);
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /** Whether it stands for a directory itself. */
  boolean isSelf() {
    return length == 1 && bytes[0] == '.';
  }

  /** Whether it stands for the directory above. */
  boolean isAbove() {
    return length == 2 && bytes[0] == '.' && bytes[1] == '.';
  }

  /** {@return the bytes as a part of a path} */
  String text() {
    return text(/* isPath= */ false);
  }

  /** {@return the bytes as the path of an export} */
  FilePath path() {
    return FilePath.ofExport(text(/* isPath= */ true));
  }

  private String text(boolean isPath) {
    int plain = 0;
    while (plain < length && isPlain(bytes[plain])) {
      plain++;
    }
    if (plain == length) {
      return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }
    Rope rope = Rope.of(bytes, 0, length);
    String said = OpaqueText.text(rope, 0, length).orElse("");
    if (!said.isEmpty() && (isPath || said.indexOf(SLASH) < 0)) {
      return said;
    }
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      byte each = bytes[i];
      if (isPlain(each) || (isPath && each == SLASH)) {
        text.append((char) each);
      } else {
        HEX.toHexDigits(text.append("\\x"), each);
      }
    }
    return text.toString();
  }

  /** Whether a byte stands for itself. */
  private static boolean isPlain(byte each) {
    return each >= ' ' && each <= '~' && each != SLASH;
  }
}
