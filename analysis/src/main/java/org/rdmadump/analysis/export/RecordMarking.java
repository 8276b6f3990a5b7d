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

  /** {@return the record of a message; its bytes are shared, not copied} */
  static Rope record(Rope message) {
    Rope.Builder record = Rope.builder();
    long from = 0;
    do {
      long to = Math.min(from + LONGEST_FRAGMENT, message.length());
      int last = to == message.length() ? LAST_FRAGMENT : 0;
      record.add(ByteBuffer.allocate(Integer.BYTES).putInt((int) (to - from) | last).array());
      record.add(message, from, to);
      from = to;
    } while (from < message.length());
    return record.build();
  }
}
