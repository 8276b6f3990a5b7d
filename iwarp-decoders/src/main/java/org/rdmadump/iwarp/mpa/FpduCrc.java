package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The CRC32c that ends an FPDU, over all of it before: length, ULPDU, padding, and the markers that
 * stand inside.
 *
 * <p>RFC 5044 section 4.4. An instance belongs to one thread.
 */
final class FpduCrc {
  /** Bytes on the wire. */
  static final int LENGTH = 4;

  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private ByteBuffer view = buffer.duplicate();

  /** The CRC of {@code [from, to)}, an index each, to be compared with {@link #stored}. */
  int compute(ByteBuffer bytes, int from, int to) {
    begin();
    add(bytes, from, to);
    return value();
  }

  /** Starts with an FPDU that lies in several places. */
  void begin() {
    crc.reset();
  }

  /** Adds {@code [from, to)}, an index each. */
  void add(ByteBuffer bytes, int from, int to) {
    look(bytes);
    view.limit(to).position(from);
    crc.update(view);
  }

  /** The CRC of what was added. */
  int value() {
    return (int) crc.getValue();
  }

  /** The CRC that stands at {@code at}. */
  static int stored(ByteBuffer bytes, int at) {
    return Integer.reverseBytes(bytes.getInt(at));
  }

  /** Keeps one view per buffer object: a capture is read through the same buffer throughout. */
  @SuppressWarnings("ReferenceEquality")
  private void look(ByteBuffer bytes) {
    if (bytes != buffer) {
      buffer = bytes;
      view = bytes.duplicate();
    }
    view.clear();
  }
}
