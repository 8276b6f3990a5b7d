package org.rdmadump.analysis.ends;

import java.io.IOException;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** One capture that is read again. */
final class TapReading {
  private final FrameSource source;
  private final TapPacket packet;
  private final Frame frame = new Frame();
  private boolean ready;
  private boolean ended;

  TapReading(FrameSource source, int... rocePorts) {
    this.source = source;
    this.packet = new TapPacket(rocePorts);
  }

  /** Whether there is a packet, read if need be. */
  boolean ready() throws IOException {
    while (!ready && !ended) {
      if (source.next(frame)) {
        ready = packet.read(frame);
      } else {
        ended = true;
      }
    }
    return ready;
  }

  TapPacket packet() {
    return packet;
  }

  void done() {
    ready = false;
  }
}
