package org.rdmadump.analysis.export;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.Rope;

/**
 * RPC messages in a byte stream: a record each, of fragments that begin with a mark, their length
 * and in the upper bit whether they are the last of the record (RFC 5531 section 11).
 */
final class RecordMarking {
  private static final int LAST_FRAGMENT = 1 << 31;
  private static final long LONGEST_FRAGMENT = Integer.MAX_VALUE;

  private RecordMarking() {}

  /**
   * {@return the record of a message; its bytes are shared, not copied}
   *
   * @param message its bytes, or the first of them
   * @param length all of its bytes, which the marks count
   */
  static Rope record(Rope message, long length) {
    Rope.Builder record = Rope.builder();
    long from = 0;
    do {
      long to = Math.min(from + LONGEST_FRAGMENT, length);
      int last = to == length ? LAST_FRAGMENT : 0;
      record.add(ByteBuffer.allocate(Integer.BYTES).putInt((int) (to - from) | last).array());
      record.add(message, from, Math.min(to, message.length()));
      from = to;
    } while (from < message.length());
    return record.build();
  }

  /** {@return bytes of the record of a message of {@code length} bytes, marks included} */
  static long length(long length) {
    long fragments = Math.max(1, (length + LONGEST_FRAGMENT - 1) / LONGEST_FRAGMENT);
    return length + fragments * Integer.BYTES;
  }
}
