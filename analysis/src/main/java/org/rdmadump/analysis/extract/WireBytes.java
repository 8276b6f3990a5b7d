package org.rdmadump.analysis.extract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.rdmadump.bytes.Rope;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.xdr.decode.OpaqueText;

/** A name or a file handle as the wire has it: bytes, compared by value. */
public final class WireBytes {
  /** Bytes of the longest that is made; what is longer than a name may be is none. */
  public static final int LONGEST = ExtractLimits.NAME + 1;

  private static final WireBytes SELF = of(".");
  private static final WireBytes PARENT = of("..");
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final byte[] bytes;

  private WireBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** {@return the bytes of {@code rope}, which is complete and short} */
  public static WireBytes of(Rope rope) {
    return new WireBytes(rope.toArray(0, rope.length()));
  }

  /** {@return a copy of {@code bytes}} */
  public static WireBytes of(byte[] bytes) {
    return new WireBytes(bytes.clone());
  }

  /** {@return {@code text} in UTF-8} */
  public static WireBytes of(String text) {
    return new WireBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** {@return number of bytes} */
  public int length() {
    return bytes.length;
  }

  /**
   * {@return whether a file can have this name: not empty, no dots that lead elsewhere, not too
   * long}
   */
  public boolean isName() {
    return length() > 0 && length() <= ExtractLimits.NAME && !equals(SELF) && !equals(PARENT);
  }

  /** {@return a copy} */
  public byte[] toArray() {
    return bytes.clone();
  }

  /** {@return a short name for a file handle, as messages have it: the CRC-32 of these bytes} */
  String hash() {
    return OpaqueText.hash(Rope.of(bytes), 0, bytes.length);
  }

  /** {@return whether these bytes are {@code text} in UTF-8} */
  public boolean is(String text) {
    return Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * {@return the bytes as text: UTF-8, or where they are not, ASCII with other bytes as {@code
   * \xE9}}
   */
  public String text() {
    for (byte each : bytes) {
      if (each < 0) {
        return decoded();
      }
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private String decoded() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      StringBuilder text = new StringBuilder(bytes.length);
      for (byte each : bytes) {
        if (each >= ' ' && each <= '~') {
          text.append((char) each);
        } else {
          HEX.toHexDigits(text.append("\\x"), each);
        }
      }
      return text.toString();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WireBytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return (int) KeyedHash.of(ByteBuffer.wrap(bytes), bytes.length);
  }

  @Override
  public String toString() {
    return text();
  }
}
