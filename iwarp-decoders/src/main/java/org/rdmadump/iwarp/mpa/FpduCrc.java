package org.rdmadump.iwarp.mpa;

import java.util.zip.CRC32C;
import org.rdmadump.bytes.NetworkOrder;

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

  /** The CRC of {@code [from, to)}, an index each, to be compared with {@link #stored}. */
  int compute(byte[] bytes, int from, int to) {
    begin();
    add(bytes, from, to);
    return value();
  }

  /** Starts with an FPDU that lies in several places. */
  void begin() {
    crc.reset();
  }

  /** Adds {@code [from, to)}, an index each. */
  void add(byte[] bytes, int from, int to) {
    crc.update(bytes, from, to - from);
  }

  /** The CRC of what was added. */
  int value() {
    return (int) crc.getValue();
  }

  /** The CRC that stands at {@code at}. */
  static int stored(byte[] bytes, int at) {
    return Integer.reverseBytes(NetworkOrder.intAt(bytes, at));
  }
}
