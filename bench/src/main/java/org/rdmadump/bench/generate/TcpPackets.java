package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes TCP segments over IPv4 and Ethernet into a capture: {@link #begin}, then the payload into
 * the buffer that it returns, then {@link #end}. TCP's checksum is left out, as a device that
 * computes it would find it.
 */
final class TcpPackets {
  static final int FIN = 0x01;
  static final int SYN = 0x02;
  static final int ACK = 0x10;

  /** Ethernet, IPv4, TCP. */
  static final int OVERHEAD = 14 + 20 + 20;

  private static final int IP = 14;
  private static final int IP_LENGTH = IP + 2;
  private static final int IP_HEADER = 20;
  private static final int IPV4_TYPE = 0x0800;
  private static final int VERSION_AND_LENGTH = 0x4500;
  private static final int DO_NOT_FRAGMENT = 0x4000;
  private static final int HOPS_AND_TCP = 64 << 8 | 6;
  private static final int MAC_PREFIX = 0x0200;
  private static final int HEADER_LENGTH = 0x50;
  private static final int WINDOW = 0xffff;

  /**
   * Starts a segment.
   *
   * @param from IPv4 address
   * @param to IPv4 address
   * @return the buffer, to put behind the TCP header
   */
  ByteBuffer begin(
      FrameOutput out,
      int from,
      int fromPort,
      int to,
      int toPort,
      int sequence,
      int acknowledgement,
      int flags) {
    ByteBuffer frame = out.buffer().clear();
    frame.putShort((short) MAC_PREFIX).putInt(to);
    frame.putShort((short) MAC_PREFIX).putInt(from);
    frame.putShort((short) IPV4_TYPE);
    frame.putShort((short) VERSION_AND_LENGTH).putShort((short) 0).putShort((short) sequence);
    frame.putShort((short) DO_NOT_FRAGMENT).putShort((short) HOPS_AND_TCP).putShort((short) 0);
    frame.putInt(from).putInt(to);
    frame.putShort((short) fromPort).putShort((short) toPort);
    frame.putInt(sequence).putInt(acknowledgement);
    frame.put((byte) HEADER_LENGTH).put((byte) flags).putShort((short) WINDOW);
    return frame.putInt(0);
  }

  /** Writes what was put since {@link #begin}. */
  void end(FrameOutput out) throws IOException {
    ByteBuffer frame = out.buffer();
    frame.putShort(IP_LENGTH, (short) (frame.position() - IP));
    Checksums.ipv4(frame, IP, IP_HEADER);
    out.write(frame.position());
  }
}
