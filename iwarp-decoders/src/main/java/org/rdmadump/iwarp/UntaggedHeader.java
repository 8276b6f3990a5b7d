package org.rdmadump.iwarp;

import java.nio.ByteBuffer;

/**
 * Header of an untagged DDP segment: which message of which queue it is a part of.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *                                 +-------------------------------+
 *                                 |            Control            |
 * +-------------------------------+-------------------------------+
 * |               Invalidate STag, or reserved for RDMAP          |
 * +---------------------------------------------------------------+
 * |                         Queue Number                          |
 * +---------------------------------------------------------------+
 * |                    Message Sequence Number                    |
 * +---------------------------------------------------------------+
 * |                        Message Offset                         |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>RFC 5041 section 4.3, RFC 5040 section 4.2.
 *
 * @param control see {@link DdpControl}
 * @param invalidateStag steering tag that a Send with Invalidate names, else 0
 * @param queue 0 to 3
 * @param messageSequence 1 for the first message of a queue, 32 bits that wrap
 * @param messageOffset where in the message the first byte belongs, unsigned
 */
public record UntaggedHeader(
    int control, int invalidateStag, int queue, int messageSequence, int messageOffset) {
  /** Bytes on the wire. */
  public static final int LENGTH = 18;

  private static final int CONTROL = 0;
  private static final int INVALIDATE_STAG = 2;
  private static final int QUEUE = 6;
  private static final int MESSAGE_SEQUENCE = 10;
  private static final int MESSAGE_OFFSET = 14;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static UntaggedHeader read(ByteBuffer bytes, int at) {
    return new UntaggedHeader(
        bytes.getShort(at + CONTROL) & 0xffff,
        bytes.getInt(at + INVALIDATE_STAG),
        bytes.getInt(at + QUEUE),
        bytes.getInt(at + MESSAGE_SEQUENCE),
        bytes.getInt(at + MESSAGE_OFFSET));
  }
}
