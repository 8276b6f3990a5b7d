package org.rdmadump.rpcrdma.decode;

import java.nio.ByteBuffer;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Icrc;
import org.rdmadump.net.Datagram;

/**
 * Notices RoCE version 2 that goes to a UDP port where nobody looks for it: datagrams that begin
 * with a base transport header of a known opcode, version 0, the default partition key (IBTA volume
 * 1, 10.9.1) and reserved bits that are zero. One in some ten million others looks like that.
 */
final class UnexpectedRoce {
  /** What is fewer may be chance. */
  static final int ENOUGH = 8;

  /** Ports that are told apart; others are not looked at. */
  private static final int MOST_PORTS = 64;

  private static final int DEFAULT_P_KEY = 0x7fff;
  private static final int FULL_MEMBER = 0x8000;
  private static final int RESERVED = 0x3f7f;

  private final int[] ports = new int[MOST_PORTS];
  private final long[] counts = new long[MOST_PORTS];
  private int known;

  /** Looks at a UDP datagram that is not decoded. */
  void look(Frame holder, Datagram datagram) {
    if (datagram.payloadLength() >= Bth.LENGTH + Icrc.LENGTH
        && datagram.payloadCaptured() >= Bth.LENGTH
        && looksLikeRoce(holder.bytes(), datagram.payloadOffset())) {
      count(datagram.destinationPort());
    }
  }

  private static boolean looksLikeRoce(ByteBuffer bytes, int at) {
    int partitionKey = bytes.getShort(at + 2) & 0xffff;
    if ((partitionKey | FULL_MEMBER) != (DEFAULT_P_KEY | FULL_MEMBER)) {
      return false;
    }
    Bth header = Bth.read(bytes, at);
    int reserved = ((bytes.get(at + 4) & 0xff) << Byte.SIZE) | (bytes.get(at + 8) & 0xff);
    return header.opcode().isKnown()
        && header.transportVersion() == 0
        && (reserved & RESERVED) == 0;
  }

  private void count(int port) {
    for (int i = 0; i < known; i++) {
      if (ports[i] == port) {
        counts[i]++;
        return;
      }
    }
    if (known < MOST_PORTS) {
      ports[known] = port;
      counts[known++] = 1;
    }
  }

  /** The port that most of them go to, 0 if there are not enough. */
  int port() {
    int most = mostly();
    return most < 0 || counts[most] < ENOUGH ? 0 : ports[most];
  }

  private int mostly() {
    int most = -1;
    for (int i = 0; i < known; i++) {
      if (most < 0 || counts[i] > counts[most]) {
        most = i;
      }
    }
    return most;
  }
}
