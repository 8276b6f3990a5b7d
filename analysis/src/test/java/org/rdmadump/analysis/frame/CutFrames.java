package org.rdmadump.analysis.frame;

import java.io.IOException;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** The frames of a capture, as a snap length would have cut them. */
public final class CutFrames extends ForwardingSource {
  private final int snapLength;

  /** Those of {@code source}, of each at most {@code snapLength} bytes. */
  public CutFrames(FrameSource source, int snapLength) {
    super(source);
    this.snapLength = snapLength;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    if (!super.next(frame)) {
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
}
