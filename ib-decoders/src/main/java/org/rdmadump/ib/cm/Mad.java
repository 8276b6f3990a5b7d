package org.rdmadump.ib.cm;

import java.nio.ByteBuffer;
import org.rdmadump.ib.Gid;

/**
 * Bounded reads in a management datagram that may be cut: a field that is not wholly there is 0,
 * and the message's own {@code has} says so.
 */
record Mad(ByteBuffer frame, int at, int present) {
  private static final int MASK_24 = 0xffffff;
  private static final int BYTES_24 = 3;

  /** {@return whether the field was captured} */
  boolean has(int offset, int length) {
    return present - offset >= length;
  }

  int u8(int offset) {
    return has(offset, Byte.BYTES) ? Byte.toUnsignedInt(frame.get(at + offset)) : 0;
  }

  int u16(int offset) {
    return has(offset, Short.BYTES) ? Short.toUnsignedInt(frame.getShort(at + offset)) : 0;
  }

  int u24(int offset) {
    // Every field of 24 bits has a byte before it, so the wider read stays inside the datagram.
    return has(offset, BYTES_24) ? frame.getInt(at + offset - 1) & MASK_24 : 0;
  }

  int u32(int offset) {
    return has(offset, Integer.BYTES) ? frame.getInt(at + offset) : 0;
  }

  long u64(int offset) {
    return has(offset, Long.BYTES) ? frame.getLong(at + offset) : 0;
  }

  Gid gid(int offset) {
    return has(offset, Gid.LENGTH)
        ? new Gid(frame.getLong(at + offset), frame.getLong(at + offset + Long.BYTES))
        : new Gid(0, 0);
  }

  Slice slice(int offset, int length) {
    return Slice.of(offset, length, present);
  }
}
