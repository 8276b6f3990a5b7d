package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.qp.IbDecoder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;

/**
 * The RoCEv2 frames of a real capture of one client and its server; other frames are left out.
 *
 * @param name what to call it
 * @param linkType LINKTYPE_ value of its frames
 * @param frames in the order of the capture, at least one
 * @param clientPsn PSN of the client's first request
 * @param serverPsn PSN of the server's first request
 */
record BaseCapture(
    String name, int linkType, List<BaseFrame> frames, int clientPsn, int serverPsn) {

  /**
   * Reads a capture.
   *
   * @throws IOException if it cannot be read, has no RoCEv2 frame, or has some that were cut or
   *     fragmented
   */
  static BaseCapture read(Path file) throws IOException {
    try (FrameSource source = CaptureFile.open(file)) {
      Frame frame = new Frame();
      Datagram datagram = new Datagram();
      PacketDecoder packets = new PacketDecoder();
      PlaceFinder places = new PlaceFinder();
      List<BaseFrame> frames = new ArrayList<>();
      int linkType = 0;
      while (source.next(frame)) {
        PacketKind kind = packets.decode(frame, datagram, finding -> {});
        if (kind != PacketKind.UDP || datagram.destinationPort() != IbDecoder.UDP_PORT) {
          continue;
        }
        if (datagram.isPayloadCut()) {
          throw new IOException(file + ": frame " + frame.number() + " was cut");
        }
        if (datagram.isTogether()) {
          throw new IOException(file + ": frame " + frame.number() + " ends a fragmented packet");
        }
        linkType = frame.linkType();
        frames.add(new BaseFrame(frame, datagram, places));
      }
      if (frames.isEmpty()) {
        throw new IOException(file + ": no RoCEv2 frames");
      }
      return new BaseCapture(
          file.toString(), linkType, frames, places.clientPsn(), places.serverPsn());
    }
  }

  /** {@return bytes of a file that all of it takes} */
  long size(FrameOutput out) {
    long size = 0;
    for (BaseFrame frame : frames) {
      size += out.sizeOf(frame.length());
    }
    return size;
  }
}
