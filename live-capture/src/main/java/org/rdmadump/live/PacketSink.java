package org.rdmadump.live;

import java.nio.ByteBuffer;

/** Receives the packets of a {@link CaptureDevice}, one call for each packet. */
@FunctionalInterface
public interface PacketSink {
  /**
   * Receives a packet. Its bytes are valid during the call only.
   *
   * @param bytes buffer with the packet, direct or over an array; use absolute indexes
   * @param offset index of the packet's first byte
   * @param captured captured bytes of the packet
   * @param original bytes of the packet on the wire, at least {@code captured}
   * @param epochNanos time of capture, in nanoseconds since 1970-01-01T00:00:00Z
   */
  void packet(ByteBuffer bytes, int offset, int captured, int original, long epochNanos);
}
