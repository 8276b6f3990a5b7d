package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.PcapWriter;
import org.rdmadump.capture.PcapngWriter;

/** The frames of a capture, to be written again as a whole or in parts, in either format. */
final class CopiedFrames {
  private static final int SNAP_LENGTH = 262_144;

  private record Copy(long nanos, int original, int linkType, ByteBuffer bytes) {}

  private final List<Copy> copies = new ArrayList<>();

  private CopiedFrames() {}

  static CopiedFrames of(Path capture) throws IOException {
    CopiedFrames frames = new CopiedFrames();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(capture)) {
      while (source.next(frame)) {
        byte[] bytes = new byte[frame.captured()];
        frame.bytes().get(frame.offset(), bytes);
        frames.copies.add(
            new Copy(
                frame.epochNanos(), frame.original(), frame.linkType(), ByteBuffer.wrap(bytes)));
      }
      assertThat(source.damage()).isEmpty();
    }
    assertThat(frames.copies).isNotEmpty();
    assertThat(frames.copies).extracting(Copy::linkType).containsOnly(frames.linkType());
    return frames;
  }

  int count() {
    return copies.size();
  }

  /** Whether no frame is older than the one before it. */
  boolean areInOrder() {
    for (int i = 1; i < count(); i++) {
      if (copies.get(i).nanos < copies.get(i - 1).nanos) {
        return false;
      }
    }
    return true;
  }

  /** A pcap file of the frames {@code from} (included) to {@code to} (excluded), from 0 on. */
  byte[] pcap(int from, int to) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (PcapWriter writer =
        new PcapWriter(
            Channels.newChannel(file),
            ByteOrder.LITTLE_ENDIAN,
            PcapWriter.Precision.NANOSECONDS,
            SNAP_LENGTH,
            linkType())) {
      for (Copy copy : copies.subList(from, to)) {
        writer.write(copy.nanos, copy.original, copy.bytes, 0, copy.bytes.capacity());
      }
    }
    return file.toByteArray();
  }

  /** A pcapng file of the frames {@code from} (included) to {@code to} (excluded), from 0 on. */
  byte[] pcapng(ByteOrder order, int from, int to) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (PcapngWriter writer = new PcapngWriter(Channels.newChannel(file), order)) {
      int on = writer.addInterface(linkType(), 0);
      for (Copy copy : copies.subList(from, to)) {
        writer.write(on, copy.nanos, copy.original, copy.bytes, 0, copy.bytes.capacity());
      }
    }
    return file.toByteArray();
  }

  private int linkType() {
    return copies.get(0).linkType;
  }
}
