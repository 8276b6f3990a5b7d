package org.rdmadump.analysis.ends;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** The frames of a shipped capture, from which tests make two views. */
record CapturedPackets(List<CapturedPacket> packets, int linkType) {
  static CapturedPackets of(String capture) {
    Path file = Path.of("..", "testdata", "captures", capture);
    List<CapturedPacket> packets = new ArrayList<>();
    int linkType = 0;
    long hostOfA = 0;
    try (FrameSource source = CaptureFile.open(file)) {
      Frame frame = new Frame();
      TapPacket packet = new TapPacket();
      while (source.next(frame)) {
        linkType = frame.linkType();
        boolean is = packet.read(frame);
        if (is && hostOfA == 0) {
          hostOfA = packet.sourceHost();
        }
        packets.add(
            new CapturedPacket(
                packets.size(),
                frame.epochNanos(),
                frame.original(),
                Arrays.copyOfRange(frame.array(), frame.offset(), frame.end()),
                !is || packet.sourceHost() == hostOfA,
                is ? packet.flow(packet.source(), packet.destination()) : 0,
                packet.position(),
                is && packet.isResponse(),
                is && packet.isBareAcknowledgement(),
                is && packet.isReliable()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CapturedPackets(packets, linkType);
  }
}
