package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A frame as a test compares it: the values and a copy of the bytes, in hex digits. */
record Seen(long number, long nanos, int original, int linkType, int interfaceId, String bytes) {
  static Seen of(Frame frame) {
    byte[] copy = new byte[frame.captured()];
    ByteBuffer bytes = frame.bytes();
    bytes.get(frame.offset(), copy);
    return new Seen(
        frame.number(),
        frame.epochNanos(),
        frame.original(),
        frame.linkType(),
        frame.interfaceId(),
        HexFormat.of().formatHex(copy));
  }

  /** Reads to the end, and once more, which must stay the end. */
  static List<Seen> all(FrameSource source) throws IOException {
    List<Seen> frames = new ArrayList<>();
    Frame frame = new Frame();
    while (source.next(frame)) {
      frames.add(of(frame));
    }
    if (source.next(frame)) {
      throw new AssertionError("a frame behind the end");
    }
    return frames;
  }
}
