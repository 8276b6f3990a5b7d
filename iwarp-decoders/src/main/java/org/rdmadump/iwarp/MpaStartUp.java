package org.rdmadump.iwarp;

import java.nio.ByteBuffer;

/**
 * MPA Request or Reply Frame, with which the two ends of a TCP connection agree on MPA.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |          Key: "MPA ID Req Frame" or "MPA ID Rep Frame"        |
 * |                          (16 bytes)                           |
 * +-+-+-+-+-------+---------------+-------------------------------+
 * |M|C|R|S|  Res  |      Rev      |           PD_Length           |
 * +-+-+-+-+-------+---------------+-------------------------------+
 * |                 Private Data (PD_Length bytes)                |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>RFC 5044 section 7.1.1; flag S from RFC 6581 section 9.
 *
 * @param request whether it is a Request, else it is a Reply
 * @param markers M: the sender wants markers in what it receives
 * @param crc C: the sender wants CRCs in both directions
 * @param rejected R: in a Reply, the connection is refused
 * @param enhanced S: the private data begins with {@link EnhancedSetup}
 * @param revision 0 to 255, of which 1 and 2 are valid
 * @param privateDataLength bytes that follow, 0 to 512 in valid frames
 */
public record MpaStartUp(
    boolean request,
    boolean markers,
    boolean crc,
    boolean rejected,
    boolean enhanced,
    int revision,
    int privateDataLength) {
  /** Bytes on the wire without private data. */
  public static final int LENGTH = 20;

  /** The highest revision that there is. */
  public static final int LATEST_REVISION = 2;

  /** Where the revision stands. */
  public static final int REVISION = 17;

  /** Where the length of the private data stands. */
  public static final int PRIVATE_DATA_LENGTH = 18;

  /** The most private data that a frame may have. */
  public static final int MOST_PRIVATE_DATA = 512;

  private static final long KEY_START = 0x4d50412049442052L;
  private static final long REQUEST_KEY_END = 0x6571204672616d65L;
  private static final long REPLY_KEY_END = 0x6570204672616d65L;

  private static final int KEY_END = 8;
  private static final int FLAGS = 16;

  private static final int M = 0x80;
  private static final int C = 0x40;
  private static final int R = 0x20;
  private static final int S = 0x10;
  private static final int FIRST_ENHANCED_REVISION = 2;

  /**
   * Whether the {@code present} bytes at {@code at} begin like a start-up frame, as far as they go.
   */
  public static boolean mayBegin(ByteBuffer bytes, int at, int present) {
    for (int i = 0; i < Math.min(present, FLAGS); i++) {
      byte value = bytes.get(at + i);
      boolean asRequest = value == keyByte(REQUEST_KEY_END, i);
      boolean asReply = value == keyByte(REPLY_KEY_END, i);
      if (!asRequest && !asReply) {
        return false;
      }
    }
    return true;
  }

  private static byte keyByte(long keyEnd, int index) {
    long half = index < KEY_END ? KEY_START : keyEnd;
    return (byte) (half >>> (Long.SIZE - Byte.SIZE * (1 + index % KEY_END)));
  }

  /** Whether the {@link #LENGTH} bytes at {@code at} are a start-up frame. */
  public static boolean isAt(ByteBuffer bytes, int at) {
    if (bytes.get(at) != (byte) (KEY_START >>> (Long.SIZE - Byte.SIZE))) {
      return false;
    }
    long end = bytes.getLong(at + KEY_END);
    return bytes.getLong(at) == KEY_START && (end == REQUEST_KEY_END || end == REPLY_KEY_END);
  }

  /**
   * Reads the frame at {@code at}. The caller has checked that {@link #LENGTH} bytes are there and
   * that {@link #isAt} holds.
   */
  public static MpaStartUp read(ByteBuffer bytes, int at) {
    int flags = bytes.get(at + FLAGS) & 0xff;
    int revision = bytes.get(at + REVISION) & 0xff;
    return new MpaStartUp(
        bytes.getLong(at + KEY_END) == REQUEST_KEY_END,
        (flags & M) != 0,
        (flags & C) != 0,
        (flags & R) != 0,
        (flags & S) != 0 && revision >= FIRST_ENHANCED_REVISION,
        revision,
        bytes.getShort(at + PRIVATE_DATA_LENGTH) & 0xffff);
  }

  /** {@code MPA Request} or {@code MPA Reply}. */
  public String text() {
    return request ? "MPA Request" : "MPA Reply";
  }
}
