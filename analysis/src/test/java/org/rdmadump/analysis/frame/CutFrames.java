package org.rdmadump.analysis.frame;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** The frames of a capture, as a snap length would have cut them. */
public final class CutFrames implements FrameSource {
  private final FrameSource source;
  private final int snapLength;

  /** Those of {@code source}, of each at most {@code snapLength} bytes. */
  public CutFrames(FrameSource source, int snapLength) {
    this.source = source;
    this.snapLength = snapLength;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    if (!source.next(frame)) {
      return false;
    }
    frame.set(
        frame.bytes(),
        frame.offset(),
        Math.min(frame.captured(), snapLength),
        frame.original(),
        frame.epochNanos(),
        frame.linkType(),
        frame.interfaceId(),
        frame.number());
    return true;
  }

  @Override
  public long position() {
    return source.position();
  }

  @Override
  public Optional<Damage> damage() {
    return source.damage();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
