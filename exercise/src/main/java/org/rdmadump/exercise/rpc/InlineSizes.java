package org.rdmadump.exercise.rpc;

import java.nio.ByteBuffer;

/**
 * What this side says of itself in the private data of a connection for RPC.
 *
 * <p>RFC 8797 section 4: format identifier, version, flags, sizes in units of 1024 bytes less one.
 */
public final class InlineSizes {
  /** The longest Send of this side, and the longest that it takes: what most servers say, too. */
  public static final int BYTES = 4096;

  private static final int LENGTH = 8;
  private static final int FORMAT = 0xf6ab0e18;
  private static final int VERSION = 1;
  private static final int UNIT = 1024;

  private InlineSizes() {}

  /**
   * {@return the private data}
   *
   * @param bytes longest Send, sent and received: 1024 to 262144, a multiple of 1024
   * @param invalidation whether a reply may take memory of this side away
   */
  public static byte[] privateData(int bytes, boolean invalidation) {
    byte size = (byte) (bytes / UNIT - 1);
    return ByteBuffer.allocate(LENGTH)
        .putInt(FORMAT)
        .put((byte) VERSION)
        .put((byte) (invalidation ? 1 : 0))
        .put(size)
        .put(size)
        .array();
  }

  /** {@return whether private data is of this format} */
  public static boolean isIn(byte[] data) {
    return data.length >= LENGTH
        && ByteBuffer.wrap(data).getInt(0) == FORMAT
        && data[Integer.BYTES] == VERSION;
  }
}
