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
      hash = mixed(hash ^ (long) word(bytes, at) << Integer.SIZE ^ word(bytes, at + Integer.BYTES));
    }
    for (; at < end; at++) {
      hash = mixed(hash ^ (bytes[at] & 0xff));
    }
    return hash;
  }

  /** A number that no other four bytes have, in fewer steps than one in an order. */
  private static int word(byte[] bytes, int at) {
    return (bytes[at] << 24) + (bytes[at + 1] << 16) + (bytes[at + 2] << 8) + bytes[at + 3];
  }

  private static long mixed(long value) {
    long product = value * FACTOR;
    return product ^ product >>> Integer.SIZE;
  }
}
