package org.rdmadump.exercise.selftest;

import java.io.IOException;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * A capture that counts its packets without ICRC while it is read. An adapter may leave the ICRC
 * out, or put zeros in its place; decoders then say nothing, and cannot tell damage.
 */
final class CountedIcrcs extends ForwardingSource {
  private final PacketDecoder decoder = new PacketDecoder();
  private final Datagram datagram = new Datagram();
  private long without;

  /** Takes the capture, which is closed with this. */
  CountedIcrcs(FrameSource capture) {
    super(capture);
  }

  /** {@return RDMA packets without ICRC among those read so far} */
  long without() {
    return without;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    if (!super.next(frame)) {
      return false;
    }
    PacketKind kind = decoder.decode(frame, datagram, finding -> {});
    if (isRdma(kind) && !datagram.isFragment() && isWithout(frame)) {
      without++;
    }
    return true;
  }

  private boolean isRdma(PacketKind kind) {
    return kind == PacketKind.ROCE_V1
        || kind == PacketKind.INFINIBAND
        || (kind == PacketKind.UDP && datagram.destinationPort() == IbDecoder.UDP_PORT);
  }

  private boolean isWithout(Frame frame) {
    int end = datagram.payloadOffset() + datagram.payloadLength();
    return datagram.isPayloadCut()
        || datagram.payloadLength() < Icrc.LENGTH
        || Icrc.isAbsent(frame.array(), end);
  }
}
