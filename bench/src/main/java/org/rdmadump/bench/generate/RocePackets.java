package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Icrc;

/**
 * Writes RoCEv2 packets over IPv4 and Ethernet into a capture: {@link #begin}, then extension
 * headers and payload into the buffer that it returns, then {@link #end}.
 */
final class RocePackets {
  static final int SEND_FIRST = 0x00;
  static final int SEND_ONLY = 0x04;
  static final int WRITE_FIRST = 0x06;
  static final int WRITE_MIDDLE = 0x07;
  static final int WRITE_LAST = 0x08;
  static final int WRITE_ONLY = 0x0a;
  static final int READ_REQUEST = 0x0c;
  static final int READ_RESPONSE_FIRST = 0x0d;
  static final int READ_RESPONSE_MIDDLE = 0x0e;
  static final int READ_RESPONSE_LAST = 0x0f;
  static final int ACKNOWLEDGE = 0x11;
  static final int SEND_ONLY_WITH_INVALIDATE = 0x17;
  static final int UD_SEND_ONLY = 0x64;

  /** Ethernet, IPv4, UDP, base transport header, ICRC. */
  static final int OVERHEAD = 14 + 20 + 8 + Bth.LENGTH + Icrc.LENGTH;

  private static final int IP = 14;
  private static final int UDP = IP + 20;
  private static final int BTH = UDP + 8;
  private static final int BTH_FLAGS = BTH + 1;
  private static final int IP_LENGTH = IP + 2;
  private static final int UDP_LENGTH = UDP + 4;

  private static final int IPV4_TYPE = 0x0800;
  private static final int VERSION_AND_LENGTH = 0x4500;
  private static final int DO_NOT_FRAGMENT = 0x4000;
  private static final int HOPS_AND_UDP = 64 << 8 | 17;
  private static final int ROCE_PORT = 4791;
  private static final int FIRST_SOURCE_PORT = 0xc000;
  private static final int SOURCE_PORTS = 0x3fff;
  private static final int MAC_PREFIX = 0x0200;
  private static final int MIG_REQ = 0x40;
  private static final int PAD_SHIFT = 4;
  private static final int PAD_MASK = 3;
  private static final int ACK_REQUEST = 1 << 31;
  private static final int MASK_24 = 0xffffff;
  private static final int ACK_WITHOUT_CREDITS = 0x1f << 24;

  private final Checksums checksums = new Checksums();

  /**
   * Starts a packet.
   *
   * @param from IPv4 address
   * @param to IPv4 address
   * @param psn only its lower 24 bits count
   * @return the buffer, to put behind the base transport header
   */
  ByteBuffer begin(
      FrameOutput out, int from, int to, int opcode, int qp, int psn, boolean ackRequest) {
    ByteBuffer frame = out.buffer().clear();
    frame.putShort((short) MAC_PREFIX).putInt(to);
    frame.putShort((short) MAC_PREFIX).putInt(from);
    frame.putShort((short) IPV4_TYPE);
    frame.putShort((short) VERSION_AND_LENGTH).putShort((short) 0).putShort((short) psn);
    frame.putShort((short) DO_NOT_FRAGMENT).putShort((short) HOPS_AND_UDP).putShort((short) 0);
    frame.putInt(from).putInt(to);
    frame.putShort((short) (FIRST_SOURCE_PORT + (qp & SOURCE_PORTS))).putShort((short) ROCE_PORT);
    frame.putInt(0);
    frame.put((byte) opcode).put((byte) MIG_REQ).putShort((short) -1);
    frame.putInt(qp & MASK_24);
    return frame.putInt((ackRequest ? ACK_REQUEST : 0) | (psn & MASK_24));
  }

  /** Puts an RDMA extended transport header. */
  static ByteBuffer reth(ByteBuffer frame, long address, int handle, int length) {
    return frame.putLong(address).putInt(handle).putInt(length);
  }

  /** Puts an ACK extended transport header that acknowledges. */
  static ByteBuffer aeth(ByteBuffer frame, int msn) {
    return frame.putInt(ACK_WITHOUT_CREDITS | (msn & MASK_24));
  }

  /**
   * Pads and completes the packet, and writes it.
   *
   * @param headers bytes of the extension headers that were put
   */
  void end(FrameOutput out, int headers) throws IOException {
    ByteBuffer frame = out.buffer();
    int pad = -(frame.position() - BTH - Bth.LENGTH - headers) & PAD_MASK;
    for (int i = 0; i < pad; i++) {
      frame.put((byte) 0);
    }
    int icrc = frame.position();
    int end = icrc + Icrc.LENGTH;
    frame.put(BTH_FLAGS, (byte) (MIG_REQ | pad << PAD_SHIFT));
    frame.putShort(IP_LENGTH, (short) (end - IP));
    frame.putShort(UDP_LENGTH, (short) (end - UDP));
    Checksums.ipv4(frame, IP, UDP - IP);
    checksums.icrc(frame, IP, UDP, BTH, icrc, true);
    out.write(end);
  }
}
