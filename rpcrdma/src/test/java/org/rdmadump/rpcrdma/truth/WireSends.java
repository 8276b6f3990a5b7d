package org.rdmadump.rpcrdma.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * Packets that begin a Send, found by their opcode alone: a second witness of when a message was on
 * the wire, which knows nothing of connections, PSNs, sequence numbers or repeats.
 */
final class WireSends {
  private static final int ROCE_PORT = 4791;
  private static final int BTH = 12;
  private static final int IMMEDIATE_OR_IETH = 4;
  private static final int IWARP_PORT = 20049;
  private static final int TCP_OFFSET = 12;
  private static final int FPDU_HEADER = 20;
  private static final int UNTAGGED = 0x01;
  private static final int WITHOUT_LAST = 0xbf;
  private static final int RDMAP_SEND = 0x43;
  private static final int RDMAP_SEND_SE_INVALIDATE = 0x46;
  private static final int QUEUE = 8;
  private static final int MESSAGE_OFFSET = 16;
  private static final int RPC_RDMA = 28;
  private static final int RC_SEND_FIRST = 0x00;
  private static final int RC_SEND_ONLY = 0x04;
  private static final int RC_SEND_ONLY_IMMEDIATE = 0x05;
  private static final int RC_SEND_ONLY_INVALIDATE = 0x17;

  private final List<WireSend> sends = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();

  private WireSends() {}

  static WireSends read(Path file) throws IOException {
    WireSends wire = new WireSends();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    PacketDecoder packets = new PacketDecoder();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        wire.times.add(frame.epochNanos());
        PacketKind kind = packets.decode(frame, datagram, finding -> {});
        if (kind == PacketKind.UDP && datagram.destinationPort() == ROCE_PORT) {
          wire.packet(frame, datagram);
        } else if (kind == PacketKind.TCP) {
          wire.segment(frame, datagram);
        }
      }
    }
    return wire;
  }

  private void packet(Frame frame, Datagram datagram) {
    ByteBuffer bytes = frame.bytes();
    int at = datagram.payloadOffset();
    int opcode = bytes.get(at) & 0xff;
    int payload =
        switch (opcode) {
          case RC_SEND_FIRST, RC_SEND_ONLY -> at + BTH;
          case RC_SEND_ONLY_IMMEDIATE, RC_SEND_ONLY_INVALIDATE -> at + BTH + IMMEDIATE_OR_IETH;
          default -> -1;
        };
    if (payload >= 0 && payload + Integer.BYTES <= at + datagram.payloadCaptured()) {
      sends.add(
          new WireSend(
              frame.number(),
              frame.epochNanos(),
              datagram.source(),
              bytes.getInt(payload),
              opcode != RC_SEND_FIRST));
    }
  }

  /** Looks at every byte for the header of an FPDU that begins a Send. */
  private void segment(Frame frame, Datagram datagram) {
    ByteBuffer bytes = frame.bytes();
    int tcp = datagram.payloadOffset();
    int end = tcp + datagram.payloadLength();
    int captured = tcp + datagram.payloadCaptured();
    boolean known =
        (bytes.getShort(tcp) & 0xffff) == IWARP_PORT
            || (bytes.getShort(tcp + 2) & 0xffff) == IWARP_PORT;
    int first = tcp + ((bytes.get(tcp + TCP_OFFSET) & 0xf0) >> 2);
    for (int at = first; known && at + RPC_RDMA <= captured; at++) {
      int rdmap = bytes.get(at + 3) & 0xff;
      int ddp = bytes.get(at + 2) & 0xff;
      if ((ddp & WITHOUT_LAST) == UNTAGGED
          && rdmap >= RDMAP_SEND
          && rdmap <= RDMAP_SEND_SE_INVALIDATE
          && bytes.getInt(at + QUEUE) == 0
          && bytes.getInt(at + MESSAGE_OFFSET) == 0) {
        sends.add(
            new WireSend(
                frame.number(),
                frame.epochNanos(),
                datagram.source(),
                bytes.getInt(at + FPDU_HEADER),
                ddp != UNTAGGED && at + (bytes.getShort(at) & 0xffff) <= end));
      }
    }
  }

  /** In the order of their frames. */
  List<WireSend> all() {
    return sends;
  }

  /** Time of a frame. */
  long epochNanos(long frame) {
    return times.get((int) frame - 1);
  }
}
