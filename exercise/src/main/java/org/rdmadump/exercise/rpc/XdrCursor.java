package org.rdmadump.exercise.rpc;

import java.util.Arrays;

/** Reads XDR front to back. */
final class XdrCursor {
  private static final int UNIT = 4;

  private final byte[] bytes;
  private int at;

  XdrCursor(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  int at() {
    return at;
  }

  int left() {
    return bytes.length - at;
  }

  int u32() throws MalformedException {
    need(Integer.BYTES);
    int value =
        bytes[at] << 24
            | (bytes[at + 1] & 0xff) << 16
            | (bytes[at + 2] & 0xff) << 8
            | (bytes[at + 3] & 0xff);
    at += Integer.BYTES;
    return value;
  }

  long u64() throws MalformedException {
    long high = u32();
    return high << Integer.SIZE | Integer.toUnsignedLong(u32());
  }

  byte[] fixed(int length) throws MalformedException {
    need(length);
    byte[] value = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    at += Math.min(left(), -length & (UNIT - 1));
    return value;
  }

  byte[] opaque() throws MalformedException {
    return fixed(u32());
  }

  private void need(int count) throws MalformedException {
    if (count < 0 || count > left()) {
      throw new MalformedException(
          "needs " + Integer.toUnsignedString(count) + " bytes at " + at + ", has " + left());
    }
  }
}
