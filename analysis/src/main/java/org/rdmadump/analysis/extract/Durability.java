package org.rdmadump.analysis.extract;

import org.rdmadump.bytes.ByteRanges;

/**
 * Which written bytes are not known to be on stable storage. A server that lost its memory comes
 * back with another write verifier; what it held then must be written again (RFC 1813 sections
 * 3.3.7 and 3.3.21, RFC 8881 sections 18.3 and 18.32).
 */
final class Durability {
  /** Written under the verifier. */
  private ByteRanges pending = new ByteRanges();

  /** Written under an earlier one, or never answered. */
  private final ByteRanges doubtful = new ByteRanges();

  private long verifier;

  /** Notes a WRITE that the server answered. */
  void wrote(long from, long to, boolean stable, long under) {
    doubtful.subtract(from, to);
    if (stable) {
      pending.subtract(from, to);
    } else {
      turnTo(under);
      add(pending, from, to);
    }
    bound(pending);
    bound(doubtful);
  }

  /** Notes a WRITE of which only the call is known; what was there may be overwritten or not. */
  void unanswered(long from, long to) {
    add(doubtful, from, to);
  }

  /** Notes a COMMIT of {@code [from, to)}. */
  void committed(long from, long to, long under) {
    turnTo(under);
    pending.subtract(from, to);
    bound(pending);
  }

  /** Forgets what is behind {@code size}. */
  void cut(long size) {
    pending.subtract(size, Long.MAX_VALUE);
    doubtful.subtract(size, Long.MAX_VALUE);
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
      pending = new ByteRanges();
      verifier = under;
    }
  }

  private static void add(ByteRanges ranges, long from, long to) {
    ranges.add(from, to);
    bound(ranges);
  }

  /** Too many become one, so that nothing is taken for stable that is not. */
  private static void bound(ByteRanges ranges) {
    if (ranges.count() > ExtractLimits.UNCOMMITTED) {
      ranges.add(ranges.from(0), ranges.to(ranges.count() - 1));
    }
  }
}
