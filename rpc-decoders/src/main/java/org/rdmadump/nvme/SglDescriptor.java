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
  private static final int BIT_BUCKET = 1;
  private static final int SEGMENT = 2;
  private static final int LAST_SEGMENT = 3;
  private static final int KEYED_DATA_BLOCK = 4;
  private static final int TRANSPORT = 5;
  private static final int ADDRESS_SUBTYPE = 0;
  private static final int OFFSET_SUBTYPE = 1;
  private static final int INVALIDATE_SUBTYPE = 0xf;
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
    return type == KEYED_DATA_BLOCK
        && (subtype == ADDRESS_SUBTYPE || subtype == INVALIDATE_SUBTYPE);
  }

  /** {@return whether the data is in the command capsule} */
  public boolean isInCapsule() {
    return type == DATA_BLOCK && isAtOffset();
  }

  /** {@return whether it stands for bytes that the controller drops} */
  public boolean isBitBucket() {
    return type == BIT_BUCKET;
  }

  /** {@return whether further descriptors are where it points to} */
  public boolean isSegment() {
    return type == SEGMENT || type == LAST_SEGMENT;
  }

  /** {@return whether the descriptors there are the last ones} */
  boolean isLastSegment() {
    return type == LAST_SEGMENT;
  }

  /** {@return whether its address is an offset in the capsule, from the end of the queue entry} */
  boolean isAtOffset() {
    return subtype == OFFSET_SUBTYPE;
  }

  /** {@return what its type is called; its number if it has no name} */
  public String typeName() {
    return switch (type) {
      case DATA_BLOCK -> isAtOffset() ? "data in the capsule" : "data block";
      case BIT_BUCKET -> "bit bucket";
      case SEGMENT -> "segment";
      case LAST_SEGMENT -> "last segment";
      case KEYED_DATA_BLOCK -> subtype == INVALIDATE_SUBTYPE ? "keyed, invalidated" : "keyed";
      case TRANSPORT -> "transport data block";
      default -> "type 0x" + Integer.toHexString(type);
    };
  }
}
