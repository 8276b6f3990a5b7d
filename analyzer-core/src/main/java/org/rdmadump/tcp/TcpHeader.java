package org.rdmadump.tcp;

import java.nio.ByteBuffer;

/**
 * Transmission Control Protocol header without its options.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |          Source Port          |       Destination Port        |
 * +-------------------------------+-------------------------------+
 * |                        Sequence Number                        |
 * +---------------------------------------------------------------+
 * |                    Acknowledgment Number                      |
 * +-------+-------+---------------+-------------------------------+
 * | Offset| Rsrvd |     Flags     |            Window             |
 * +-------+-------+---------------+-------------------------------+
 * |           Checksum            |        Urgent Pointer         |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * <p>RFC 9293 section 3.1.
 *
 * @param sourcePort 0 to 65535
 * @param destinationPort 0 to 65535
 * @param sequence of the first byte, 32 bits that wrap
 * @param acknowledgement next byte that the sender expects, if {@link #isAck()}
 * @param headerLength bytes of the header with its options, 0 to 60; valid from 20 on
 * @param flags the 8 control bits
 * @param window bytes that the sender takes, before scaling (RFC 7323), 0 to 65535
 */
public record TcpHeader(
    int sourcePort,
    int destinationPort,
    int sequence,
    int acknowledgement,
    int headerLength,
    int flags,
    int window) {
  /** Bytes on the wire without options. */
  public static final int LENGTH = 20;

  static final int SOURCE_PORT = 0;
  static final int DESTINATION_PORT = 2;
  static final int SEQUENCE = 4;
  static final int ACKNOWLEDGEMENT = 8;
  static final int OFFSET = 12;
  static final int FLAGS = 13;
  private static final int WINDOW = 14;
  static final int CHECKSUM = 16;

  private static final int OFFSET_SHIFT = 4;
  private static final int WORD_SHIFT = 2;
  static final int FIN = 0x01;
  static final int SYN = 0x02;
  static final int RST = 0x04;
  static final int PSH = 0x08;
  static final int ACK = 0x10;

  static final int OPTION_END = 0;
  static final int OPTION_NONE = 1;
  static final int OPTION_MOST_OF_SEGMENT = 2;
  static final int MOST_OF_SEGMENT_LENGTH = 4;
  static final int OPTION_SACK = 5;
  static final int OPTION_TIMESTAMPS = 8;
  static final int TIMESTAMPS_LENGTH = 10;
  static final int BLOCK_LENGTH = 8;

  /** The usual options of a segment: two bytes of nothing, then timestamps (RFC 7323, A). */
  static final int ALIGNED_TIMESTAMPS = 0x0101080a;

  static final int WITH_ALIGNED_TIMESTAMPS = LENGTH + 12;

  /**
   * Reads the header at {@code at}. The caller has checked that {@link #LENGTH} bytes are there.
   */
  public static TcpHeader read(ByteBuffer frame, int at) {
    return new TcpHeader(
        frame.getShort(at + SOURCE_PORT) & 0xffff,
        frame.getShort(at + DESTINATION_PORT) & 0xffff,
        frame.getInt(at + SEQUENCE),
        frame.getInt(at + ACKNOWLEDGEMENT),
        headerLength(frame.get(at + OFFSET)),
        frame.get(at + FLAGS) & 0xff,
        frame.getShort(at + WINDOW) & 0xffff);
  }

  /** Bytes of the header, from the byte at {@link #OFFSET}. */
  static int headerLength(byte offset) {
    return (offset & 0xff) >>> OFFSET_SHIFT << WORD_SHIFT;
  }

  /** Whether it is the sender's last. */
  public boolean isFin() {
    return (flags & FIN) != 0;
  }

  /** Whether it opens a connection. */
  public boolean isSyn() {
    return (flags & SYN) != 0;
  }

  /** Whether it breaks the connection off. */
  public boolean isRst() {
    return (flags & RST) != 0;
  }

  /** Whether it acknowledges something. */
  public boolean isAck() {
    return (flags & ACK) != 0;
  }
}
