package org.rdmadump.testing;

import java.nio.ByteBuffer;
import org.rdmadump.capture.Frame;

/** Frames of literal bytes for tests. */
public final class Frames {
  /** Where frames start, so that an index that forgets the offset is caught. */
  public static final int OFFSET = 5;

  private Frames() {}

  /** A frame that was captured whole. */
  public static Frame whole(int linkType, byte[] bytes) {
    return cut(linkType, bytes, bytes.length);
  }

  /**
   * A frame of which {@code captured} bytes were captured. The buffer ends with them, so that
   * reading more is an exception.
   */
  public static Frame cut(int linkType, byte[] bytes, int captured) {
    return of(linkType, bytes, captured, bytes.length);
  }

  /** A frame that already on the wire had only {@code length} of the bytes. */
  public static Frame shortOnWire(int linkType, byte[] bytes, int length) {
    return of(linkType, bytes, length, length);
  }

  private static Frame of(int linkType, byte[] bytes, int captured, int original) {
    ByteBuffer buffer = ByteBuffer.allocate(OFFSET + captured);
    buffer.put(OFFSET, bytes, 0, captured);
    Frame frame = new Frame();
    frame.set(buffer, OFFSET, captured, original, 0, linkType, 0, 1);
    return frame;
  }
}
