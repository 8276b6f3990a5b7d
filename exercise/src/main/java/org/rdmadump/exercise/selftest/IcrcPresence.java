package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.file.Path;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Icrc;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * How many packets of a capture have their ICRC. An adapter may leave it out, or zeros in its
 * place; decoders then say nothing, and cannot tell damage.
 *
 * @param with packets that have one
 * @param without packets that have none
 */
record IcrcPresence(long with, long without) {
  /** Reads a capture. */
  static IcrcPresence of(Path file) throws IOException {
    long with = 0;
    long without = 0;
    try (FrameSource source = CaptureFile.open(file)) {
      PacketDecoder decoder = new PacketDecoder();
      Frame frame = new Frame();
      Datagram datagram = new Datagram();
      while (source.next(frame)) {
        PacketKind kind = decoder.decode(frame, datagram, finding -> {});
        if (!isRdma(kind, datagram) || datagram.isFragment()) {
          continue;
        }
        if (isWithout(frame, datagram)) {
          without++;
        } else {
          with++;
        }
      }
    }
    return new IcrcPresence(with, without);
  }

  private static boolean isRdma(PacketKind kind, Datagram datagram) {
    return kind == PacketKind.ROCE_V1
        || kind == PacketKind.INFINIBAND
        || (kind == PacketKind.UDP && datagram.destinationPort() == IbDecoder.UDP_PORT);
  }

  private static boolean isWithout(Frame frame, Datagram datagram) {
    int end = datagram.payloadOffset() + datagram.payloadLength();
    return datagram.isPayloadCut()
        || datagram.payloadLength() < Icrc.LENGTH
        || Icrc.isAbsent(frame.array(), end);
  }
}
