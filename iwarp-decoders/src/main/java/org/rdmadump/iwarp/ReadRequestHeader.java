package org.rdmadump.iwarp;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Counted;

/**
 * RDMA Read Request header, behind the untagged DDP header.
 *
 * <pre>
 * +---------------------------------------------------------------+
 * |                      Data Sink Steering Tag                   |
 * +---------------------------------------------------------------+
 * |                     Data Sink Tagged Offset                   |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                     RDMA Read Message Size                    |
 * +---------------------------------------------------------------+
 * |                     Data Source Steering Tag                  |
 * +---------------------------------------------------------------+
 * |                    Data Source Tagged Offset                  |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>RFC 5040 section 4.4.
 *
 * @param sinkStag steering tag of the requester's memory
 * @param sinkOffset where in it the first byte goes
 * @param size bytes, 0 to 2^32-1
 * @param sourceStag steering tag of the responder's memory
 * @param sourceOffset where in it the first byte is
 */
public record ReadRequestHeader(
    int sinkStag, long sinkOffset, long size, int sourceStag, long sourceOffset) {
  /** Bytes on the wire. */
  public static final int LENGTH = 28;

  private static final int SINK_STAG = 0;
  private static final int SINK_OFFSET = 4;
  private static final int SIZE = 12;
  private static final int SOURCE_STAG = 16;
  private static final int SOURCE_OFFSET = 20;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static ReadRequestHeader read(ByteBuffer bytes, int at) {
    return new ReadRequestHeader(
        bytes.getInt(at + SINK_STAG),
        bytes.getLong(at + SINK_OFFSET),
        Integer.toUnsignedLong(bytes.getInt(at + SIZE)),
        bytes.getInt(at + SOURCE_STAG),
        bytes.getLong(at + SOURCE_OFFSET));
  }

  /** What is read, in words. */
  public String text() {
    return "RDMA Read Request of "
        + Counted.of(size, "byte")
        + TaggedHeader.text(sourceStag, sourceOffset);
  }
}
