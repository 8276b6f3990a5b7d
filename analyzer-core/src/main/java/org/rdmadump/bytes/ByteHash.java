package org.rdmadump.bytes;

/** A hash of 64 bits, eight bytes at a time: by it, few bytes are compared with few others. */
final class ByteHash {
  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  private ByteHash() {}

  static long of(byte[] bytes, int from, int count) {
    long hash = 0;
    int at = from;
    int end = from + count;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = mixed(hash ^ NetworkOrder.longAt(bytes, at));
    }
    for (; at < end; at++) {
      hash = mixed(hash ^ (bytes[at] & 0xff));
    }
    return hash;
  }

  private static long mixed(long value) {
    long product = value * FACTOR;
    return product ^ product >>> Integer.SIZE;
  }
}
