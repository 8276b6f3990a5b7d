package org.rdmadump.iwarp.build;

import java.nio.ByteBuffer;

/** Writes DDP segments that carry RDMAP (RFC 5041, RFC 5040). */
public final class DdpSegments {
  public static final int WRITE = 0;
  public static final int READ_REQUEST = 1;
  public static final int READ_RESPONSE = 2;
  public static final int SEND = 3;
  public static final int SEND_INVALIDATE = 4;
  public static final int SEND_SE = 5;
  public static final int SEND_SE_INVALIDATE = 6;
  public static final int TERMINATE = 7;

  private static final int LAST = 0x40;
  private static final int TAGGED = 0x80;
  private static final int VERSION = 0x01;
  private static final int RDMAP_VERSION = 0x40;

  private DdpSegments() {}

  /** {@return a tagged segment} */
  public static byte[] tagged(int opcode, boolean last, int stag, long offset, byte[] payload) {
    return ByteBuffer.allocate(14 + payload.length)
        .put((byte) (TAGGED | VERSION | (last ? LAST : 0)))
        .put((byte) (RDMAP_VERSION | opcode))
        .putInt(stag)
        .putLong(offset)
        .put(payload)
        .array();
  }

  /** {@return an untagged segment} */
  public static byte[] untagged(
      int opcode, boolean last, int stag, int queue, int sequence, int offset, byte[] payload) {
    return ByteBuffer.allocate(18 + payload.length)
        .put((byte) (VERSION | (last ? LAST : 0)))
        .put((byte) (RDMAP_VERSION | opcode))
        .putInt(stag)
        .putInt(queue)
        .putInt(sequence)
        .putInt(offset)
        .put(payload)
        .array();
  }

  /** {@return what follows the DDP header of a Read Request} */
  public static byte[] readRequest(
      int sinkStag, long sinkOffset, int size, int sourceStag, long sourceOffset) {
    return ByteBuffer.allocate(28)
        .putInt(sinkStag)
        .putLong(sinkOffset)
        .putInt(size)
        .putInt(sourceStag)
        .putLong(sourceOffset)
        .array();
  }
}
