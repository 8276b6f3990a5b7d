package org.rdmadump.live.hca;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.PacketSink;

/** Packets that were kept, and those of a capture to compare them with. */
final class Packets implements PacketSink {
  /** A shipped capture, as those that hold a few hundred packets. */
  static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-basic.pcap").toAbsolutePath();

  /** A packet. */
  record Kept(String bytes, int original) {}

  private final List<Kept> kept = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();

  @Override
  public void packet(ByteBuffer bytes, int offset, int captured, int original, long epochNanos) {
    kept.add(new Kept(hex(bytes, offset, captured), original));
    times.add(epochNanos);
  }

  List<Kept> kept() {
    return kept;
  }

  List<Long> times() {
    return times;
  }

  /** {@return the packets of a capture, all captured as a whole} */
  static List<Kept> of(Path capture) throws IOException {
    List<Kept> packets = new ArrayList<>();
    try (FrameSource source = CaptureFile.open(capture)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        packets.add(
            new Kept(hex(frame.bytes(), frame.offset(), frame.captured()), frame.captured()));
      }
    }
    return packets;
  }

  private static String hex(ByteBuffer bytes, int offset, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = offset; i < offset + length; i++) {
      text.append(Character.forDigit(bytes.get(i) >> 4 & 0xf, 16));
      text.append(Character.forDigit(bytes.get(i) & 0xf, 16));
    }
    return text.toString();
  }
}
