package org.rdmadump.nvme;

import org.rdmadump.bytes.LittleEndian;

/**
 * An SGL descriptor: where the data of a command is.
 *
 * <pre>
 *  0  address or offset, 8 bytes
 *  8  length: 4 bytes; of a keyed descriptor 3 bytes, then a key of 4
 * 15  type (high 4 bits), subtype (low 4 bits)
 * </pre>
 *
 * <p>NVM Express base specification 4.4.1; NVMe over Fabrics RDMA transport.
 *
 * @param type high 4 bits of the last byte
 * @param subtype low 4 bits of the last byte
 * @param address virtual address in the host's memory, or offset in the capsule
 * @param length bytes of data, 0 to 2^32-1
 * @param key remote key of the memory; 0 unless the descriptor {@linkplain #isKeyed() is keyed}
 */
public record SglDescriptor(int type, int subtype, long address, long length, int key) {
  /** Bytes of a descriptor. */
  public static final int LENGTH = 16;

  private static final int DATA_BLOCK = 0;
  private static final int KEYED_DATA_BLOCK = 4;
  private static final int OFFSET_SUBTYPE = 1;
  private static final int LENGTH_AT = 8;
  private static final int KEY_AT = 11;
  private static final int TYPE_AT = 15;
  private static final int LENGTH_24 = 0xffffff;

  /** {@return the descriptor at {@code at}; {@code bytes} hold all of it} */
  public static SglDescriptor read(byte[] bytes, int at) {
    int last = bytes[at + TYPE_AT] & 0xff;
    int type = last >> 4;
    boolean keyed = type == KEYED_DATA_BLOCK;
    int length = LittleEndian.intAt(bytes, at + LENGTH_AT);
    return new SglDescriptor(
        type,
        last & 0xf,
        LittleEndian.longAt(bytes, at),
        keyed ? length & LENGTH_24 : Integer.toUnsignedLong(length),
        keyed ? LittleEndian.intAt(bytes, at + KEY_AT) : 0);
  }

  /** {@return whether the data is in memory that the host advertises with a key} */
  public boolean isKeyed() {
    return type == KEYED_DATA_BLOCK;
  }

  /** {@return whether the data is in the command capsule} */
  public boolean isInCapsule() {
    return type == DATA_BLOCK && subtype == OFFSET_SUBTYPE;
  }
}
