package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Icrc;
import org.rdmadump.net.Datagram;

/** A RoCEv2 frame of a real capture, and where in it the identity of its connection shows. */
final class BaseFrame {
  private final byte[] bytes;
  private final int ip;
  private final int udp;
  private final int bth;
  private final int icrc;
  private final boolean ipv4;
  private final List<FramePosition> places;

  /** A copy of a frame that was captured whole, with its datagram. */
  BaseFrame(Frame frame, Datagram datagram, PlaceFinder finder) {
    int start = frame.offset();
    bytes = new byte[frame.captured()];
    frame.bytes().get(start, bytes);
    ip = datagram.networkOffset() - start;
    udp = datagram.transportOffset() - start;
    bth = datagram.payloadOffset() - start;
    icrc = bth + datagram.payloadLength() - Icrc.LENGTH;
    ipv4 = datagram.isIpv4();
    places = finder.find(bytes, datagram, start);
  }

  int length() {
    return bytes.length;
  }

  /** Writes it as a part of another connection. */
  void write(Identity identity, FrameOutput out, Checksums checksums) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(bytes.clone());
    for (FramePosition place : places) {
      place.change(frame, identity);
    }
    if (ipv4) {
      Checksums.ipv4(frame, ip, udp - ip);
    }
    checksums.icrc(frame, ip, udp, bth, icrc, ipv4);
    out.write(frame.array());
  }
}
