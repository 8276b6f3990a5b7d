package org.rdmadump.live;

import java.nio.ByteBuffer;

/** Takes the packets of a {@link CaptureDevice}, one call for each. */
@FunctionalInterface
public interface PacketSink {
  /**
   * Takes a packet. Its bytes are valid during the call only.
   *
   * @param bytes holds the packet; a direct buffer or one over an array, read by absolute index
   * @param offset index of its first byte
   * @param captured bytes of it that are there
   * @param original bytes of it on the wire, at least {@code captured}
   * @param epochNanos when it was captured, in nanoseconds since 1970-01-01T00:00:00Z
   */
  void packet(ByteBuffer bytes, int offset, int captured, int original, long epochNanos);
}
