package org.rdmadump.analysis.ends;

import java.io.IOException;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** Shows each frame to a log before it is decoded. */
final class TappedSource extends ForwardingSource {
  private final TapLog log;

  TappedSource(FrameSource source, TapLog log) {
    super(source);
    this.log = log;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    boolean found = super.next(frame);
    if (found) {
      log.frame(frame);
    }
    return found;
  }
}
