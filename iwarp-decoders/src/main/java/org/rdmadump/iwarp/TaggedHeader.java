package org.rdmadump.iwarp;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Hex;

/**
 * Header of a tagged DDP segment: where its bytes belong.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *                                 +-------------------------------+
 *                                 |            Control            |
 * +-------------------------------+-------------------------------+
 * |                         Steering Tag                          |
 * +---------------------------------------------------------------+
 * |                         Tagged Offset                         |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>RFC 5041 section 4.2.
 *
 * @param control see {@link DdpControl}
 * @param stag steering tag of the memory
 * @param taggedOffset where in it the first byte belongs
 */
public record TaggedHeader(int control, int stag, long taggedOffset) {
  /** Bytes on the wire. */
  public static final int LENGTH = 14;

  private static final int CONTROL = 0;
  private static final int STAG = 2;
  private static final int TAGGED_OFFSET = 6;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static TaggedHeader read(ByteBuffer bytes, int at) {
    return new TaggedHeader(
        bytes.getShort(at + CONTROL) & 0xffff,
        bytes.getInt(at + STAG),
        bytes.getLong(at + TAGGED_OFFSET));
  }

  /** A place in memory, in words: {@code at 0x... of STag 0x0000000a}. */
  public static String text(int stag, long offset) {
    return " at " + Hex.of(offset) + " of STag " + Hex.of(stag);
  }

  /** {@link #stag()} of the header at {@code at}, without the header, as data has many. */
  public static int stag(byte[] bytes, int at) {
    return NetworkOrder.intAt(bytes, at + STAG);
  }

  /** {@link #taggedOffset()} of the header at {@code at}, without the header. */
  public static long taggedOffset(byte[] bytes, int at) {
    return NetworkOrder.longAt(bytes, at + TAGGED_OFFSET);
  }
}
