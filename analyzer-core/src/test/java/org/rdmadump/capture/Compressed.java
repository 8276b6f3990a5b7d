package org.rdmadump.capture;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Makes compressed inputs. */
public final class Compressed {
  private Compressed() {}

  /** With the JDK. */
  static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    try (OutputStream member = new GZIPOutputStream(whole)) {
      member.write(bytes);
    }
    return whole.toByteArray();
  }

  /** With a checksum, as the program zstd writes it. */
  static byte[] zstd(byte[] bytes) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    try (OutputStream frame = new ZstdOutputStream(whole).setChecksum(true)) {
      frame.write(bytes);
    }
    return whole.toByteArray();
  }

  /** As one member or frame. */
  static byte[] of(Compression compression, byte[] bytes) throws IOException {
    return compression == Compression.GZIP ? gzip(bytes) : zstd(bytes);
  }

  /** As several members or frames, one of them empty. */
  static byte[] inParts(Compression compression, byte[] bytes) throws IOException {
    int third = bytes.length / 3;
    return join(
        of(compression, Arrays.copyOf(bytes, third)),
        of(compression, new byte[0]),
        of(compression, Arrays.copyOfRange(bytes, third, 2 * third + 1)),
        of(compression, Arrays.copyOfRange(bytes, 2 * third + 1, bytes.length)));
  }

  /** As one member or frame, by {@code gzip} or {@code zstd}. */
  public static byte[] of(String compression, byte[] bytes) throws IOException {
    return of(named(compression), bytes);
  }

  /** As several members or frames, one of them empty, by {@code gzip} or {@code zstd}. */
  public static byte[] inParts(String compression, byte[] bytes) throws IOException {
    return inParts(named(compression), bytes);
  }

  private static Compression named(String compression) {
    return Compression.valueOf(compression.toUpperCase(Locale.ROOT));
  }

  /** A frame of zstd that decoders skip. */
  static byte[] skippable(int length) {
    byte[] frame = new byte[8 + length];
    frame[0] = 0x5a;
    frame[1] = 0x2a;
    frame[2] = 0x4d;
    frame[3] = 0x18;
    frame[4] = (byte) length;
    frame[5] = (byte) (length >>> 8);
    frame[6] = (byte) (length >>> 16);
    return frame;
  }

  /** One behind the other. */
  public static byte[] join(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }
}
