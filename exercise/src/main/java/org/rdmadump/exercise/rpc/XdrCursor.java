package org.rdmadump.exercise.rpc;

import java.nio.ByteBuffer;

/** Reads XDR front to back. */
final class XdrCursor {
  private static final int UNIT = 4;

  private final ByteBuffer bytes;

  XdrCursor(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  /** All that was not read yet. */
  byte[] rest() {
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  int u32() throws MalformedException {
    need(Integer.BYTES);
    return bytes.getInt();
  }

  long u64() throws MalformedException {
    long high = u32();
    return high << Integer.SIZE | Integer.toUnsignedLong(u32());
  }

  byte[] fixed(int length) throws MalformedException {
    need(length);
    byte[] value = new byte[length];
    bytes.get(value);
    bytes.position(bytes.position() + Math.min(bytes.remaining(), -length & (UNIT - 1)));
    return value;
  }

  byte[] opaque() throws MalformedException {
    return fixed(u32());
  }

  private void need(int count) throws MalformedException {
    if (count < 0 || count > bytes.remaining()) {
      throw new MalformedException(
          "needs "
              + Integer.toUnsignedString(count)
              + " bytes at "
              + bytes.position()
              + ", has "
              + bytes.remaining());
    }
  }
}
