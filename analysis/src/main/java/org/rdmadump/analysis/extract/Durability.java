package org.rdmadump.analysis.extract;

import org.rdmadump.bytes.ByteRanges;

/**
 * Which written bytes are not known to be on stable storage. A server that lost its memory comes
 * back with another write verifier; what it held then must be written again (RFC 1813 sections
 * 3.3.7 and 3.3.21, RFC 8881 sections 18.3 and 18.32).
 */
final class Durability {
  private final RangeRoom room;

  /** Written under the verifier. */
  private final ByteRanges pending = new ByteRanges();

  /** Written under an earlier one, or never answered. */
  private final ByteRanges doubtful = new ByteRanges();

  private long verifier;

  /** Nothing was written; its ranges share {@code room} with those of other files. */
  Durability(RangeRoom room) {
    this.room = room;
  }

  /** Notes a WRITE that the server answered. */
  void wrote(long from, long to, boolean stable, long under) {
    room.subtract(doubtful, from, to);
    if (stable) {
      room.subtract(pending, from, to);
    } else {
      turnTo(under);
      add(pending, from, to);
    }
  }

  /** Notes a WRITE of which only the call is known; what was there may be overwritten or not. */
  void unanswered(long from, long to) {
    add(doubtful, from, to);
  }

  /** Notes a COMMIT of {@code [from, to)}. */
  void committed(long from, long to, long under) {
    turnTo(under);
    room.subtract(pending, from, to);
  }

  /** Forgets what is behind {@code size}. */
  void cut(long size) {
    room.subtract(pending, size, Long.MAX_VALUE);
    room.subtract(doubtful, size, Long.MAX_VALUE);
  }

  /** Whether all that was written is on stable storage, as far as known. */
  boolean isComplete() {
    return pending.isEmpty() && doubtful.isEmpty();
  }

  private void turnTo(long under) {
    if (under != verifier) {
      for (int i = 0; i < pending.count(); i++) {
        add(doubtful, pending.from(i), pending.to(i));
      }
      room.subtract(pending, 0, Long.MAX_VALUE);
      verifier = under;
    }
  }

  /** Without room all become one, so that nothing is taken for stable that is not. */
  private void add(ByteRanges ranges, long from, long to) {
    if (!room.add(ranges, from, to)) {
      room.join(ranges, from, to);
    }
  }
}
