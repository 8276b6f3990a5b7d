package org.rdmadump.rpcrdma.build;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes capsules of NVMe over RDMA. */
@SuppressWarnings("ByteBufferBackingArray") // all are allocated here
public final class NvmeCapsules {
  private static final int ENTRY = 64;
  private static final int RESPONSE = 16;
  private static final int SGL = 16;
  private static final int KEYED = 4;
  private static final int FABRICS = 0x7f;
  private static final int PRIVATE_DATA = 32;

  private NvmeCapsules() {}

  /** {@return an entry whose data is in memory with a key} */
  public static byte[] keyed(
      int opcode, int identifier, long block, int blocks, long address, int length, int key) {
    ByteBuffer entry = entry(opcode, identifier, block, blocks);
    entry.putLong(24, address).putInt(32, length).putInt(35, key).put(39, (byte) 0x4f);
    return entry.array();
  }

  /** {@return an entry whose data follows in the capsule} */
  public static byte[] withData(int opcode, int identifier, long block, byte[] data) {
    ByteBuffer entry = entry(opcode, identifier, block, data.length / 512);
    entry.putInt(32, data.length).put(39, (byte) 1);
    return ByteBuffer.allocate(ENTRY + data.length).put(entry.array()).put(data).array();
  }

  /** {@return a Connect command with its data in the capsule} */
  public static byte[] connect(int queue, byte[] data) {
    byte[] entry =
        littleEndian(ENTRY)
            .put(0, (byte) FABRICS)
            .put(1, (byte) 0x40)
            .putShort(2, (short) 1)
            .put(4, (byte) 1)
            .putInt(32, data.length)
            .put(39, (byte) 1)
            .putShort(42, (short) queue)
            .array();
    return concatenated(entry, data);
  }

  /** {@return an entry with a descriptor of its own, and what follows it in the capsule} */
  public static byte[] described(int opcode, int identifier, byte[] descriptor, byte[]... behind) {
    byte[] entry = entry(opcode, identifier, 0, 1).put(24, descriptor).array();
    return concatenated(entry, concatenated(behind));
  }

  /** {@return a descriptor of a type and subtype, without key} */
  public static byte[] descriptor(int type, int subtype, long address, int length) {
    return littleEndian(SGL)
        .putLong(0, address)
        .putInt(8, length)
        .put(15, typed(type, subtype))
        .array();
  }

  /** {@return a descriptor with a key, whose subtype asks to invalidate it} */
  public static byte[] keyedDescriptor(long address, int length, int key) {
    return littleEndian(SGL)
        .putLong(0, address)
        .putInt(8, length)
        .putInt(11, key)
        .put(15, typed(KEYED, 0xf))
        .array();
  }

  private static byte typed(int type, int subtype) {
    return (byte) (type << 4 | subtype);
  }

  /** {@return arrays one after the other} */
  public static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** {@return an entry without data} */
  public static byte[] bare(int opcode, int identifier) {
    return entry(opcode, identifier, 0, 1).put(39, (byte) 0x40).array();
  }

  private static ByteBuffer littleEndian(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer entry(int opcode, int identifier, long block, int blocks) {
    return littleEndian(ENTRY)
        .put(0, (byte) opcode)
        .put(1, (byte) 0x40)
        .putShort(2, (short) identifier)
        .putInt(4, 1)
        .putLong(40, block)
        .putShort(48, (short) (blocks - 1));
  }

  /** {@return a response} */
  public static byte[] response(int identifier, int codeType, int code) {
    return ByteBuffer.allocate(RESPONSE)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(12, (short) identifier)
        .putShort(14, (short) (codeType << 9 | code << 1))
        .array();
  }

  /** {@return what a host says of a queue when it connects} */
  public static byte[] privateData(int queue) {
    return ByteBuffer.allocate(PRIVATE_DATA)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(2, (short) queue)
        .putShort(4, (short) 32)
        .putShort(6, (short) 31)
        .putShort(8, (short) 1)
        .array();
  }
}
