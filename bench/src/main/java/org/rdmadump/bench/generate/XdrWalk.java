package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;

/**
 * Steps through words of a packet; beyond its end there are only zeros, and {@link #ok} is false.
 */
final class XdrWalk {
  private final ByteBuffer bytes;
  private final int end;
  private int at;
  private boolean ok = true;

  XdrWalk(ByteBuffer bytes, int at, int end) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  int u32() {
    if (end - at < Integer.BYTES) {
      ok = false;
      return 0;
    }
    int value = bytes.getInt(at);
    at += Integer.BYTES;
    return value;
  }

  int at() {
    return at;
  }

  boolean ok() {
    return ok;
  }
}
