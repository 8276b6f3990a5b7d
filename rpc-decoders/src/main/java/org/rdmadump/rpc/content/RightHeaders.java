package org.rdmadump.rpc.content;

import java.util.Arrays;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;

/**
 * Ends of RPC headers in which nothing is wrong, by their bytes: clients send the same credential
 * and verifier with call after call, which need not be judged each time.
 */
final class RightHeaders {
  /** Those that are known at a time: a power of two. */
  private static final int MOST = 16;

  private static final int LONGEST = 512;
  private static final byte[] NONE = {};

  private final byte[][] known = new byte[MOST][];

  RightHeaders() {
    Arrays.fill(known, NONE);
  }

  /** Whether {@code [from, to)} of a message is one of them. */
  boolean has(Rope message, long from, long to) {
    if (!fits(message, from, to)) {
      return false;
    }
    byte[] right = known[slot(message, from, to)];
    if (right.length != to - from) {
      return false;
    }
    for (int i = 0; i < right.length; i++) {
      if (right[i] != message.byteAt(from + i)) {
        return false;
      }
    }
    return true;
  }

  /** Takes the end of a header that came to this, if nothing is wrong with it. */
  void add(Rope message, long from, long to, XdrOutcome outcome) {
    if (outcome.end() == XdrEnd.COMPLETE
        && outcome.problems().isEmpty()
        && !outcome.holes()
        && outcome.position() == to
        && fits(message, from, to)) {
      known[slot(message, from, to)] = message.toArray(from, to);
    }
  }

  private static boolean fits(Rope message, long from, long to) {
    return to - from >= Integer.BYTES && to - from <= LONGEST && message.has(from, to - from);
  }

  private static int slot(Rope message, long from, long to) {
    int last = message.getInt(to - Integer.BYTES);
    int middle = message.getInt((from + to) / 2 - Integer.BYTES / 2);
    return (int) ((to - from) * 31 + message.getInt(from) * 7L + middle + last) & (MOST - 1);
  }
}
